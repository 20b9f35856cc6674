//! Columns of a viewport and what covers them. Knows nothing of chunks and tasks.
//!
//! Most things seen from afar lie in one column with the thing before them. A [`Place`] is that column with the moments that
//! surely lie in it, so that such a thing costs a comparison and an addition, and only one at an edge is converted.

/// From nanoseconds to columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) start_ns: u64,
    pub(super) end_ns: u64,
    pub(super) columns: usize,
    pub(super) columns_per_ns: f64,
    ns_per_column: f64,
}

/// A column and moments that lie in it, away from its edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) column: usize,
    from_ns: u64,
    to_ns: u64,
}

impl Place {
    /// Whether a stretch lies in this column, for all that is known of it.
    pub(super) const fn holds(&self, from_ns: u64, to_ns: u64) -> bool {
        from_ns >= self.from_ns && from_ns <= to_ns && to_ns < self.to_ns
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places inside the viewport, from 0 to the number of columns"
)]
impl Scale {
    /// `columns` equal parts of `[start_ns, end_ns)`, neither of them empty.
    pub(super) fn new(start_ns: u64, end_ns: u64, columns: usize) -> Self {
        Self {
            start_ns,
            end_ns,
            columns,
            columns_per_ns: columns as f64 / (end_ns - start_ns) as f64,
            ns_per_column: (end_ns - start_ns) as f64 / columns as f64,
        }
    }

    /// A moment as a place, moved into the viewport.
    pub(super) fn place(&self, t_ns: u64) -> f64 {
        (t_ns.clamp(self.start_ns, self.end_ns) - self.start_ns) as f64 * self.columns_per_ns
    }

    pub(super) fn interval(&self, from_ns: u64, to_ns: u64) -> (f64, f64) {
        (self.place(from_ns), self.place(to_ns.max(from_ns)))
    }

    pub(super) fn column(&self, place: f64) -> usize {
        (place as usize).min(self.columns - 1)
    }

    pub(super) fn contains(&self, t_ns: u64) -> bool {
        (self.start_ns..self.end_ns).contains(&t_ns)
    }

    /// Half a column, so that a bucket never reaches over more than two columns.
    pub(super) fn longest_bucket_ns(&self) -> u64 {
        (0.5 / self.columns_per_ns) as u64
    }

    /// The column of a moment; a nanosecond or two at either edge are left out, where rounding decides.
    pub(super) fn around(&self, moment_ns: u64) -> Place {
        let column = self.column(self.place(moment_ns));
        let edge_ns = |column: usize| (column as f64 * self.ns_per_column) as u64;
        let from_ns = edge_ns(column).saturating_add(2);
        let to_ns = edge_ns(column + 1).saturating_sub(1);
        Place {
            column,
            from_ns: self.start_ns.saturating_add(from_ns),
            to_ns: self.start_ns.saturating_add(to_ns).min(self.end_ns),
        }
    }
}

/// A quantity summed by column: ends of intervals at once, full columns between as differences.
#[derive(Debug)]
pub(super) struct Coverage {
    parts: Vec<f64>,
    full: Vec<f64>,
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places inside the viewport, from 0 to the number of columns"
)]
impl Coverage {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            parts: vec![0.0; columns],
            full: vec![0.0; columns + 1],
        }
    }

    /// Adds to one column, in columns.
    pub(super) fn add_inside(&mut self, column: usize, amount: f64) {
        self.parts[column] += amount;
    }

    /// Adds `density` over `[from, to)` in columns, both within the viewport.
    pub(super) fn add(&mut self, (from, to): (f64, f64), density: f64) {
        let last = self.parts.len() - 1;
        let (first, end) = ((from as usize).min(last), (to as usize).min(last));
        if first == end {
            self.parts[first] += (to - from) * density;
            return;
        }
        self.parts[first] += ((first + 1) as f64 - from) * density;
        self.parts[end] += (to - end as f64) * density;
        if end > first + 1 {
            self.full[first + 1] += density;
            self.full[end] -= density;
        }
    }

    pub(super) fn sums(self) -> impl Iterator<Item = f64> {
        self.parts
            .into_iter()
            .zip(self.full)
            .scan(0.0, |covering, (part, change)| {
                *covering += change;
                Some(part + *covering)
            })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What a place holds is where the scale puts it.
        #[test]
        fn what_a_place_holds_lies_in_its_column(
            start_ns in 0_u64..1 << 40,
            span_ns in 1_u64..1 << 44,
            columns in 1_usize..4_000,
            looked_at in 0.0..1.0_f64,
            moments in proptest::collection::vec(0.0..1.0_f64, 20),
        ) {
            let scale = Scale::new(start_ns, start_ns + span_ns, columns);
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "moments")]
            let moment = |share: f64| start_ns + (share * span_ns as f64) as u64;
            let place = scale.around(moment(looked_at));
            let near = moments.iter().flat_map(|share| {
                let within = place.to_ns.saturating_sub(place.from_ns);
                #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "moments")]
                let inside = place.from_ns + (share * within as f64) as u64;
                [moment(*share), inside]
            });
            for t_ns in near.chain([place.from_ns, place.to_ns.saturating_sub(1)]) {
                if place.holds(t_ns, t_ns) {
                    prop_assert!(scale.contains(t_ns));
                    prop_assert_eq!(scale.column(scale.place(t_ns)), place.column);
                }
            }
        }
    }
}
