//! Where the words of a preset stand in its text. Knows only what RON strings and comments look like.

/// Line and column of the last of `words`, each looked for as a string after the one before; both count from 1.
pub(super) fn place_of(text: &str, words: &[String]) -> Option<(usize, usize)> {
    let mut wanted = words.iter();
    let mut word = wanted.next()?;
    for (start, content) in strings(text) {
        if content == *word {
            match wanted.next() {
                Some(next) => word = next,
                None => return Some(line_and_column(text, start)),
            }
        }
    }
    None
}

fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[line_start..].chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// Every plain string outside of line comments, with the place of its opening quote. Strings with escapes are as written.
fn strings(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(next) = text[rest..].find(['"', '/']).map(|at| rest + at) {
        if text[next..].starts_with("//") {
            rest = text[next..].find('\n').map_or(text.len(), |end| next + end);
        } else if text[next..].starts_with('"') {
            let Some(end) = closing_quote(&text[next + 1..]) else {
                return found;
            };
            found.push((next, &text[next + 1..next + 1 + end]));
            rest = next + end + 2;
        } else {
            rest = next + 1;
        }
    }
    found
}

fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return Some(at),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_after_each_other_and_not_in_comments() {
        let text = "// \"b\"\n(x: \"a\\\"\", \"a\",\n  \"é\", \"b\")";
        let place = |text, words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            place_of(text, &words)
        };
        assert_eq!(place(text, &["a", "b"]), Some((3, 8)));
        assert_eq!(place(text, &["b", "a"]), None);
        assert_eq!(place(text, &[]), None);
        assert_eq!(place("\"open", &["open"]), None);
    }
}
