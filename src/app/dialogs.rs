//! The system's file dialogs, behind a trait, so that tests choose files without one.

use std::{
    future::Future,
    path::{Path, PathBuf},
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
};

use crate::state::FileKind;

/// What a dialog is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A preset or recording that is there.
    Open,
    /// A place for a file of this kind; the path stands in the dialog at first.
    Save(FileKind, PathBuf),
}

/// The chosen path, once the person has chosen; `None` when it was cancelled.
pub type Picked = Pin<Box<dyn Future<Output = Option<PathBuf>> + Send>>;

/// Shows dialogs. Called on the thread of the window, as some systems demand; the answer is awaited elsewhere.
pub trait Dialogs {
    /// Begins to show a dialog.
    fn ask(&self, wish: Wish) -> Picked;
}

/// The dialogs of this system.
pub(super) struct SystemDialogs;

impl Dialogs for SystemDialogs {
    fn ask(&self, wish: Wish) -> Picked {
        let picked: Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match wish {
            Wish::Open => Box::pin(
                rfd::AsyncFileDialog::new()
                    .set_title("Open a preset or recording")
                    .add_filter("Presets and recordings", &["ron", "clab"])
                    .pick_file(),
            ),
            Wish::Save(kind, path) => Box::pin(save_dialog(kind, &path).save_file()),
        };
        Box::pin(async move { picked.await.map(|file| file.path().to_owned()) })
    }
}

fn save_dialog(kind: FileKind, path: &Path) -> rfd::AsyncFileDialog {
    let dialog = rfd::AsyncFileDialog::new()
        .set_title(format!("Save the {}", kind.label()))
        .add_filter(kind.label(), &[kind.extension()]);
    let dialog = match path.file_name() {
        Some(name) => dialog.set_file_name(name.to_string_lossy()),
        None => dialog,
    };
    match path.parent().filter(|folder| folder.is_dir()) {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

/// Wakes a thread that waits for a future.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for an answer on the current thread.
pub(super) fn wait(picked: Picked) -> Option<PathBuf> {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut picked = pin!(picked);
    loop {
        match picked.as_mut().poll(&mut context) {
            Poll::Ready(path) => return path,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_from_another_thread_is_waited_for() {
        let (sender, receiver) = crossbeam_channel::bounded::<Waker>(1);
        let mut asked = false;
        let answer: Picked = Box::pin(std::future::poll_fn(move |context| {
            if asked {
                return Poll::Ready(Some(PathBuf::from("a.ron")));
            }
            asked = true;
            sender.send(context.waker().clone()).unwrap();
            Poll::Pending
        }));
        let other = thread::Builder::new()
            .spawn(move || receiver.recv().map(Waker::wake))
            .unwrap();
        assert_eq!(wait(answer), Some(PathBuf::from("a.ron")));
        assert!(other.join().unwrap().is_ok());
    }
}
