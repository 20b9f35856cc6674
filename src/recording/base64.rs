//! Base64 with the standard alphabet and padding, as histograms travel. Reading only: workers write.

/// The bytes behind a text; `None` where it is no base64 or has line breaks.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let (groups, rest) = text.as_bytes().as_chunks::<4>();
    let mut bytes = Vec::with_capacity(groups.len() * 3);
    for (index, group) in groups.iter().enumerate() {
        let padding = match group {
            [_, _, b'=', b'='] => 2,
            [_, _, _, b'='] => 1,
            _ => 0,
        };
        if padding > 0 && index + 1 < groups.len() {
            return None;
        }
        let mut word = 0_u32;
        for letter in group.get(..4 - padding)? {
            word = word << 6 | sextet(*letter)?;
        }
        let [_, whole @ ..] = (word << (6 * padding)).to_be_bytes();
        bytes.extend_from_slice(whole.get(..3 - padding)?);
    }
    rest.is_empty().then_some(bytes)
}

fn sextet(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_rfc_4648_are_read() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        assert_eq!(decode("+/+/"), Some(vec![0xFB, 0xFF, 0xBF]));
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in [
            "Z", "Zg", "Zg=", "Zg==Zg==", "Z===", "====", "Zm9v\n", "Zm-v", "Zm9ö", "=Zm9",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
