//! What one frame of a recursion keeps, how it is checked, and the recursion on a stack. Knows no engine.

use std::{hint::black_box, marker::PhantomData, time::Duration};

use super::Blocking;
use crate::model::Shape;

/// The words of the frame at `depth`. They are hidden from the compiler, so that it can neither drop nor compute them later.
#[inline]
pub(super) fn filled<const WORDS: usize>(depth: u64) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    let mut value = seed(depth);
    for word in &mut words {
        *word = value;
        value = value.wrapping_add(1);
    }
    black_box(words)
}

/// Zero where the words are those that were filled in; anything else spoils the sum.
#[inline]
pub(super) fn spoilt<const WORDS: usize>(words: &[u64; WORDS], depth: u64) -> u64 {
    let count = WORDS as u64;
    let right = seed(depth)
        .wrapping_mul(count)
        .wrapping_add(count * count.saturating_sub(1) / 2);
    let found = black_box(words)
        .iter()
        .fold(0_u64, |sum, word| sum.wrapping_add(*word));
    found.wrapping_sub(right)
}

const fn seed(depth: u64) -> u64 {
    depth.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A recursion on a stack: from `depth` down, sleeping at the bottom; the sum of the levels.
pub(super) type Recursion<B> = fn(depth: u64, sum: u64, span: Duration, on: &B) -> u64;

/// One function for each number of words, since a frame has its size from the compiler.
pub(super) struct Stacked<B>(PhantomData<B>);

/// Lists a generic function once for every payload, 0 to 64.
macro_rules! for_each_payload {
    ($name:ident) => {
        for_each_payload!(@ $name 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64)
    };
    (@ $name:ident $($words:literal)+) => { &[$(Self::$name::<$words>),+] };
}
pub(super) use for_each_payload;

impl<B: Blocking> Stacked<B> {
    const TAIL: &'static [Recursion<B>; 65] = for_each_payload!(tail);
    const NON_TAIL: &'static [Recursion<B>; 65] = for_each_payload!(non_tail);

    /// The recursion of this shape whose frames keep so many words.
    pub(super) fn recursion(shape: Shape, payload: u8) -> Recursion<B> {
        let all = match shape {
            Shape::Tail => Self::TAIL,
            Shape::NonTail | Shape::Flat => Self::NON_TAIL,
        };
        all.get(usize::from(payload))
            .copied()
            .unwrap_or(Self::non_tail::<0>)
    }

    /// Nothing is left to do after the call, and yet the frame stays, as on a JVM: what looks at the words afterwards is only
    /// there to forbid the compiler a jump instead of the call.
    #[inline(never)]
    fn tail<const WORDS: usize>(depth: u64, sum: u64, span: Duration, on: &B) -> u64 {
        if depth == 0 {
            return bottom(sum, span, on);
        }
        let words = filled::<WORDS>(depth);
        let sum = sum.wrapping_add(depth + spoilt(&words, depth));
        let below = Self::tail::<WORDS>(depth - 1, sum, span, on);
        black_box(&words);
        below
    }

    #[inline(never)]
    fn non_tail<const WORDS: usize>(depth: u64, sum: u64, span: Duration, on: &B) -> u64 {
        if depth == 0 {
            return bottom(sum, span, on);
        }
        let words = filled::<WORDS>(depth);
        let below = Self::non_tail::<WORDS>(depth - 1, sum, span, on);
        below
            .wrapping_add(depth)
            .wrapping_add(spoilt(&words, depth))
    }
}

/// Apart from the frames above, so that theirs are the same whatever an engine's sleep needs.
#[inline(never)]
fn bottom(sum: u64, span: Duration, on: &impl Blocking) -> u64 {
    on.sleep(span);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_changed_is_noticed() {
        let mut words = filled::<8>(100);
        assert_eq!(spoilt(&words, 100), 0);
        assert_ne!(spoilt(&words, 99), 0);
        words[7] ^= 1;
        assert_ne!(spoilt(&words, 100), 0);
        assert_eq!(spoilt(&filled::<0>(5), 5), 0);
    }
}
