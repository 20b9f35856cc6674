//! Divides a height among engines. Knows nothing of what is drawn in it.

/// What one engine's rows could use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wish {
    /// How many rows it has; more rows get more, though not in proportion: 64 rows want four times what 4 want.
    pub rows: f32,
    /// More than this would look clumsy.
    pub most: f32,
}

/// Nobody gets less than this part of an equal share: of four engines none less than 15 % of the height.
const LEAST_PART: f32 = 0.6;

/// A height for each wish; together they make `total`, unless all have as much as they can use.
#[expect(clippy::cast_precision_loss, reason = "a few engines")]
pub(super) fn fair_heights(wishes: &[Wish], total: f32) -> Vec<f32> {
    let least = LEAST_PART * total / wishes.len().max(1) as f32;
    let heights = |scale: f32| -> Vec<f32> {
        let height = |wish: &Wish| (wish.rows.sqrt() * scale).max(least).min(wish.most);
        wishes.iter().map(height).collect()
    };
    // The sum grows with the scale: halve the way to the total.
    let (mut low, mut high) = (0.0, total.max(0.0));
    for _ in 0..40 {
        let middle = f32::midpoint(low, high);
        if heights(middle).iter().sum::<f32>() > total {
            high = middle;
        } else {
            low = middle;
        }
    }
    heights(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn wish(rows: f32, most: f32) -> Wish {
        Wish { rows, most }
    }

    #[test]
    fn few_rows_beside_many_keep_their_part() {
        let heights = fair_heights(&[wish(7.0, 900.0), wish(64.0, 9e3), wish(64.0, 9e3)], 400.0);
        assert!((heights.iter().sum::<f32>() - 400.0).abs() < 0.1);
        assert!((heights[0] - 80.0).abs() < 0.1, "{heights:?}");
        assert!((heights[1] - 160.0).abs() < 0.1);
    }

    #[test]
    fn what_one_cannot_use_goes_to_the_others() {
        let heights = fair_heights(&[wish(1.0, 30.0), wish(4.0, 900.0)], 300.0);
        assert!((heights[0] - 30.0).abs() < 0.1 && (heights[1] - 270.0).abs() < 0.1);
        assert_eq!(fair_heights(&[wish(1.0, 30.0)], 300.0), [30.0]);
    }

    proptest! {
        #[test]
        fn of_four_engines_none_gets_less_than_fifteen_percent(
            rows in prop::collection::vec(1.0_f32..65.0, 4), total in 50.0_f32..2_000.0
        ) {
            let wishes: Vec<Wish> = rows.iter().map(|rows| wish(*rows, f32::INFINITY)).collect();
            let heights = fair_heights(&wishes, total);
            prop_assert!((heights.iter().sum::<f32>() - total).abs() < total * 1e-3);
            prop_assert!(heights.iter().all(|height| *height >= total * 0.1499));
        }
    }
}
