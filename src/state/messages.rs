//! What the window has to say, newest last.

/// Names a message for as long as the window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Something was done; it goes away by itself.
    Done,
    /// Something a person should know; it goes away by itself.
    Note,
    /// Something failed; it stays until it is dismissed.
    Problem,
}

/// One thing to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its name.
    pub id: MessageId,
    /// How it is meant.
    pub tone: Tone,
    /// A sentence.
    pub text: String,
}

/// More than this at once nobody reads; the oldest go.
const MOST: usize = 4;

/// What the window has to say.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    shown: Vec<Message>,
    said: u64,
}

impl Messages {
    /// Adds a message; one that is already shown is not said twice.
    pub fn say(&mut self, tone: Tone, text: String) {
        self.shown.retain(|message| message.text != text);
        self.shown.push(Message {
            id: MessageId(self.said),
            tone,
            text,
        });
        self.said += 1;
        let too_many = self.shown.len().saturating_sub(MOST);
        self.shown.drain(..too_many);
    }

    /// Takes a message away.
    pub fn dismiss(&mut self, id: MessageId) {
        self.shown.retain(|message| message.id != id);
    }

    /// Takes away what would go away by itself.
    pub(super) fn clear_passing(&mut self) {
        self.shown.retain(|message| message.tone == Tone::Problem);
    }

    /// What is shown, oldest first.
    #[must_use]
    pub fn shown(&self) -> &[Message] {
        &self.shown
    }
}
