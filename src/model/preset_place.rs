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

/// The fields that the place lies in, outermost first, as `work.sleep`; `None` outside of any field.
pub(super) fn field_at(text: &str, line: usize, column: usize) -> Option<String> {
    let end = offset_of(text, line, column)?;
    let literals = strings(text);
    let mut open: Vec<Option<&str>> = vec![None];
    let mut rest = 0;
    while let Some((at, sign)) = next_sign(&text[..end], rest) {
        rest = at + sign.len_utf8();
        match sign {
            '/' if text[at..].starts_with("//") => {
                rest = text[at..].find('\n').map_or(text.len(), |found| at + found);
            }
            '"' => {
                let literal = literals.iter().find(|(start, _)| *start == at);
                rest = literal.map_or(text.len(), |(start, content)| start + content.len() + 2);
            }
            '(' | '[' | '{' => open.push(None),
            ')' | ']' | '}' if open.len() > 1 => drop(open.pop()),
            ',' => *open.last_mut()? = None,
            ':' => *open.last_mut()? = word_before(&text[..at]),
            _other => {}
        }
    }
    let fields: Vec<&str> = open.into_iter().flatten().collect();
    (!fields.is_empty()).then(|| fields.join("."))
}

fn next_sign(text: &str, from: usize) -> Option<(usize, char)> {
    let signs = ['/', '"', '(', ')', '[', ']', '{', '}', ',', ':'];
    let rest = text.get(from..)?;
    let at = rest.find(signs)?;
    Some((from + at, rest[at..].chars().next()?))
}

/// The name right before a place: letters, digits and underscores.
fn word_before(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let begin = text
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |at| {
            at + text[at..].chars().next().map_or(1, char::len_utf8)
        });
    Some(&text[begin..]).filter(|word| !word.is_empty())
}

/// Where line and column, both counted from 1, lie in the text; the end of the text where they lie behind it.
fn offset_of(text: &str, line: usize, column: usize) -> Option<usize> {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.checked_sub(1)?)
        .map(str::len)
        .sum();
    let of_line = text[before..].char_indices().nth(column.checked_sub(1)?);
    Some(of_line.map_or(text.len(), |(at, _)| before + at))
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
    fn a_place_lies_in_the_fields_around_it() {
        let text = "Preset(\n  title: \"a, b: (\", // no: field\n  work: Sleep(sleep: \"5 parsecs\"),\n  tasks: many,\n  cases: [Case(label: 5)],\n)";
        let field = |line, column| field_at(text, line, column);
        assert_eq!(field(2, 10).as_deref(), Some("title"));
        assert_eq!(field(3, 24).as_deref(), Some("work.sleep"));
        assert_eq!(field(4, 10).as_deref(), Some("tasks"));
        assert_eq!(field(5, 23).as_deref(), Some("cases.label"));
        assert_eq!(field(1, 3), None);
        assert_eq!(field(6, 1), None);
        assert_eq!(field(99, 1), None);
        assert_eq!(field_at("\"open", 1, 4), None);
        assert_eq!(field_at("é: (ü", 1, 6).as_deref(), Some("é"));
    }

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
