//! Trade goods (`TB-GOODS`, `TB-FINAL`).

use crate::options::ConsolationFor;
use crate::state::PerSeat;
use crate::traders_and_builders::WithTraders;
use crate::{Event, FeatureId, Game, Good};
use game::{Observer, Seat, SeatSet};

/// Goods tokens by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Goods {
    pub wine: u8,
    pub grain: u8,
    pub cloth: u8,
}

impl Goods {
    /// Tokens of one kind.
    #[must_use]
    pub fn of(self, good: Good) -> u8 {
        match good {
            Good::Wine => self.wine,
            Good::Grain => self.grain,
            Good::Cloth => self.cloth,
        }
    }

    fn add(&mut self, good: Good) {
        match good {
            Good::Wine => self.wine += 1,
            Good::Grain => self.grain += 1,
            Good::Cloth => self.cloth += 1,
        }
    }

    /// Tokens of all kinds.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.wine + self.grain + self.cloth
    }
}

/// The tokens in the box (`TB-COMP-2`).
pub(crate) const TOKENS: Goods = Goods { wine: 9, grain: 6, cloth: 5 };

/// The points for a majority of a kind (`TB-FINAL-1`).
const MAJORITY: u16 = 10;

impl<R: WithTraders> Game<R> {
    /// Goods tokens in front of a seat.
    #[must_use]
    pub fn goods(&self, seat: Seat) -> Goods {
        self.traders().goods[seat]
    }

    /// The goods symbols in a city.
    #[must_use]
    pub fn goods_in(&self, id: FeatureId) -> Goods {
        let mut goods = Goods::default();
        for (tile, placed) in self.land.indexed_tiles() {
            for (index, data) in placed.kind.segments().iter().enumerate() {
                if let Some(good) = data.good
                    && self.land.feature_of(tile, index) == id
                {
                    goods.add(good);
                }
            }
        }
        goods
    }

    /// Gives the seat that placed the tile that completed a city a token for every symbol in it (`TB-GOODS-1`), with or without a
    /// knight there (`TB-GOODS-2`). There are as many tokens as symbols (`TB-COMP-2`), so that they can run out only in a
    /// position that no game comes to; then the seat takes the last ones.
    pub(crate) fn take_goods(&mut self, city: FeatureId, observer: &mut impl Observer<Event>) {
        let mut taken = self.goods_in(city);
        for (good, number) in
            [(Good::Wine, &mut taken.wine), (Good::Grain, &mut taken.grain), (Good::Cloth, &mut taken.cloth)]
        {
            let held: u8 = Seat::first(self.seats()).map(|seat| self.goods(seat).of(good)).sum();
            *number = (*number).min(TOKENS.of(good) - held);
        }
        if taken.total() > 0 {
            let seat = self.active;
            let own = &mut self.traders_mut().goods[seat];
            own.wine += taken.wine;
            own.grain += taken.grain;
            own.cloth += taken.cloth;
            let Goods { wine, grain, cloth } = taken;
            observer.observe(Event::TookGoods { seat, wine, grain, cloth });
        }
    }

    /// For each kind the seats with the most tokens get 10 points, tied seats in full (`TB-FINAL-1`); without a token
    /// nobody gets anything (`TB-FINAL-2`). By house rule a majority gives 10 percent of the total before, at least 10
    /// (`TB-HOUSE-2`, `TB-HOUSE-5`), and without it each token 2 (`TB-HOUSE-3`), by option only for seats without any
    /// majority (`TB-HOUSE-6`).
    pub(crate) fn score_goods(&mut self, observer: &mut impl Observer<Event>) {
        let mut before = PerSeat::<u16>::default();
        for seat in Seat::first(self.seats()) {
            before[seat] = self.points[seat].total();
        }
        let most = Good::ALL
            .map(|good| Seat::first(self.seats()).map(|seat| self.goods(seat).of(good)).max().unwrap_or(0));
        let wins = |seat: Seat, good: Good, most: u8| most > 0 && self.goods(seat).of(good) == most;
        let consoled: SeatSet = Seat::first(self.seats())
            .filter(|&seat| match self.traders_options().house_goods_consolation_for {
                ConsolationFor::EachKind => true,
                ConsolationFor::NoMajority => {
                    !Good::ALL.into_iter().zip(most).any(|(good, most)| wins(seat, good, most))
                }
            })
            .filter(|_| self.traders_options().house_goods_consolation)
            .collect();
        for (good, most) in Good::ALL.into_iter().zip(most) {
            for seat in Seat::first(self.seats()) {
                let tokens = self.goods(seat).of(good);
                let points = match tokens {
                    0 => continue,
                    _ if tokens < most && !consoled.contains(seat) => continue,
                    _ if tokens < most => 2 * u16::from(tokens),
                    _ if self.traders_options().house_goods_percent => MAJORITY.max(before[seat] / 10),
                    _ => MAJORITY,
                };
                self.points[seat].goods += points;
                observer.observe(Event::GoodsScored { seat, good, tokens, points });
            }
        }
    }
}
