//! Spare carriers, which stand in for blocked ones where that is asked for. Knows nothing of queues.
//!
//! There is one for each carrier. One that is not needed waits here and looks for no work; one whose carrier is free again steps
//! back once it has no fiber mounted.

use super::guarded::Guarded;

pub(super) struct Spares {
    /// Numbers from here on are spare.
    first: u16,
    rota: Guarded<Rota>,
}

struct Rota {
    blocked: u16,
    working: u16,
    resting: Vec<u16>,
}

impl Spares {
    pub(super) fn of(carriers: u16, spares: u16) -> Self {
        Self {
            first: carriers,
            rota: Guarded::new(Rota {
                blocked: 0,
                working: 0,
                resting: (carriers..carriers + spares).rev().collect(),
            }),
        }
    }

    /// A carrier is about to be blocked: who works in its place from now on.
    pub(super) fn block(&self) -> Option<u16> {
        self.rota.with(|rota| {
            rota.blocked += 1;
            if rota.working >= rota.blocked {
                return None;
            }
            let spare = rota.resting.pop()?;
            rota.working += 1;
            Some(spare)
        })
    }

    /// It is free again.
    pub(super) fn unblock(&self) {
        self.rota
            .with(|rota| rota.blocked = rota.blocked.saturating_sub(1));
    }

    /// Whether this carrier is a spare.
    pub(super) const fn is_spare(&self, carrier: u16) -> bool {
        carrier >= self.first
    }

    /// A spare that has nothing mounted: whether it steps back, since more stand in than are blocked.
    pub(super) fn steps_back(&self, spare: u16) -> bool {
        self.rota.with(|rota| {
            let is_too_many = rota.working > rota.blocked;
            if is_too_many {
                rota.working -= 1;
                rota.resting.push(spare);
            }
            is_too_many
        })
    }

    /// Whether this spare waits to be called.
    pub(super) fn rests(&self, spare: u16) -> bool {
        self.rota.with(|rota| rota.resting.contains(&spare))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_stand_in_as_are_blocked() {
        let spares = Spares::of(2, 2);
        assert!(!spares.is_spare(1) && spares.is_spare(2));
        assert_eq!(spares.block(), Some(2));
        assert_eq!(spares.block(), Some(3));
        assert_eq!(
            spares.block(),
            None,
            "a spare that is blocked itself finds nobody"
        );
        assert!(!spares.rests(3) && !spares.steps_back(3));
        spares.unblock();
        spares.unblock();
        assert!(spares.steps_back(3) && spares.rests(3));
        assert!(!spares.steps_back(2), "one is blocked still");
        spares.unblock();
        assert!(spares.steps_back(2));
    }
}
