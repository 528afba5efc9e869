//! The sprites of tiles, upright in every rotation: houses, trees, symbols, buildings. In the markup `@` stands for the prefix of
//! ids and `~` for that of classes.

use super::plan::Sprite;

impl Sprite {
    pub(super) const ALL: [Sprite; 19] = [
        Sprite::HouseA,
        Sprite::HouseB,
        Sprite::Keep,
        Sprite::Gate,
        Sprite::Tree,
        Sprite::Fir,
        Sprite::Wood,
        Sprite::Bush,
        Sprite::Pennant,
        Sprite::Flag,
        Sprite::Wine,
        Sprite::Grain,
        Sprite::Cloth,
        Sprite::Monastery,
        Sprite::Farm,
        Sprite::Village,
        Sprite::Cottage,
        Sprite::Animal,
        Sprite::Post,
    ];

    /// The name in ids.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Sprite::HouseA => "ha",
            Sprite::HouseB => "hb",
            Sprite::Keep => "keep",
            Sprite::Gate => "gate",
            Sprite::Tree => "tr",
            Sprite::Fir => "fi",
            Sprite::Wood => "wo",
            Sprite::Bush => "bu",
            Sprite::Pennant => "pen",
            Sprite::Flag => "flag",
            Sprite::Wine => "wine",
            Sprite::Grain => "grain",
            Sprite::Cloth => "cloth",
            Sprite::Monastery => "mon",
            Sprite::Farm => "farm",
            Sprite::Village => "vil",
            Sprite::Cottage => "cot",
            Sprite::Animal => "an",
            Sprite::Post => "post",
        }
    }

    /// The drawing around (0, 0).
    pub(super) const fn markup(self) -> &'static str {
        match self {
            Sprite::HouseA => {
                r##"<path class="~c-plaster ~c-ln" d="M-5.8 -1H5.8V7H-5.8z"/><path class="~c-roof ~c-ln" d="M-7.8 .4L-4.4 -7H4.4L7.8 .4z"/><path class="~c-shade" d="M1.4 -7h3L7.8 .4H3zM1.6 .4h4.2V7H1.6z"/>"##
            }
            Sprite::HouseB => {
                r##"<path class="~c-plaster ~c-ln" d="M-4.6 7.2V-1L0 -6L4.6 -1V7.2z"/><path class="~c-roof2 ~c-ln" d="M0 -9L7 -.6L4.9 1.2L0 -4.3L-4.9 1.2L-7 -.6z"/><path class="~c-deep" d="M-1.4 7.2V3h2.8v4.2z"/>"##
            }
            Sprite::Keep => {
                r##"<path class="~c-stone ~c-ln" d="M-5.5 11V-3h11v14z"/><path class="~c-shade" d="M1 11V-3h4.5v14z"/><path class="~c-slate ~c-ln" d="M-7.6 -2.4L0 -13.5L7.6 -2.4z"/><path class="~c-deep" d="M-1.3 3v-4h2.6v4zM-1.7 11v-4h3.4v4z"/>"##
            }
            Sprite::Gate => {
                r##"<path class="~c-stone ~c-ln" d="M-7.4 5V-6.5h4.4v3h6v-3h4.4V5z"/><path class="~c-deep" d="M-2.6 5.4V1.6a2.6 2.6 0 0 1 5.2 0v3.8z"/>"##
            }
            Sprite::Tree => {
                r##"<path class="~c-deep" d="M-1 1h2v5h-2z"/><circle class="~c-leaf ~c-ln" cy="-1.5" r="4.8"/><circle class="~c-leaf2" cx="-1.4" cy="-3" r="2.2"/>"##
            }
            Sprite::Fir => {
                r##"<path class="~c-deep" d="M-.9 3h1.8v3.4h-1.8z"/><path class="~c-fir ~c-ln" d="M0 -8L3 -3H2L4.8 3.6H-4.8L-2 -3H-3z"/>"##
            }
            Sprite::Wood => {
                r##"<path class="~c-deep" d="M-6.9 4h1.8v4h-1.8zM5.1 3h1.8v4h-1.8zM-.9 6h1.8v4h-1.8z"/><path class="~c-fir ~c-ln" d="M-6 -8.5L-2.9 -2.6H-4L-1.2 5H-10.8L-8 -2.6H-9.1z"/><circle class="~c-leaf ~c-ln" cx="6" cy="-.5" r="5.4"/><path class="~c-fir ~c-ln" d="M0 -6L3 -1H2L4.8 7H-4.8L-2 -1H-3z"/><circle class="~c-leaf2" cx="4.6" cy="-2.4" r="2.4"/>"##
            }
            Sprite::Bush => {
                r##"<path class="~c-leaf ~c-ln" d="M-4.6 2.4a2.8 2.8 0 0 1 1.4 -4.6a3.6 3.6 0 0 1 6.2 0a2.6 2.6 0 0 1 1.4 4.6z"/>"##
            }
            Sprite::Pennant => {
                r##"<path class="~c-casing" d="M-8 -9.8H8V.4Q8 7.4 0 11Q-8 7.4 -8 .4z"/><path class="~c-badge" d="M-6.9 -8.7H6.9V.4Q6.9 6.6 0 9.7Q-6.9 6.6 -6.9 .4z"/><path class="~c-azure" d="M-5.3 -7.1H0V.9H5.2Q4.6 5.6 0 7.9V.9H-5.3z"/><path class="~c-gold" d="M0 -7.1H5.3V.9H0zM-5.2 .9H0V7.9Q-4.6 5.6 -5.2 .9z"/>"##
            }
            Sprite::Flag => {
                r##"<path class="~c-casing" d="M-7.5 11V-11.5h2.2q5 -2.2 9 0t6.5 .2V3.2q-3.5 1.5 -7 -.4t-7.5 .2V11z"/><path class="~c-deep" d="M-6.4 10V-10.5h1.7V10z"/><path class="~c-red" d="M-4.6 -9.8q4.4 -1.8 7.8 0t5.8 .5V2.3q-2.9 .8 -6 -.7t-7.6 0z"/><path class="~c-badge" d="M-4.6 -5.8q4.4 -1.8 7.8 0t5.8 .5v3.6q-2.6 .6 -5.8 -.5t-7.8 0z"/>"##
            }
            Sprite::Wine => {
                r##"<circle class="~c-badge ~c-bl" r="11"/><path class="~c-leaf3" d="M-.8 -8.6h1.6v4h-1.6zM.6 -5.4Q2 -9.6 6.6 -8.4Q5.6 -4.6 .6 -5.4z"/><g class="~c-wine"><circle cx="-4.6" cy="-3" r="2.7"/><circle cy="-3" r="2.7"/><circle cx="4.6" cy="-3" r="2.7"/><circle cx="-2.3" cy="1.2" r="2.7"/><circle cx="2.3" cy="1.2" r="2.7"/><circle cy="5.4" r="2.7"/></g>"##
            }
            Sprite::Grain => {
                r##"<circle class="~c-badge ~c-bl" r="11"/><path class="~c-corn" d="M-.8 9V-2h1.6V9zM0 -9.4q2.6 3 0 6.2q-2.6 -3.2 0 -6.2zM-.6 -.6q-4.8 0 -5.2 -5.2q5 .4 5.2 5.2zM.6 -.6q4.8 0 5.2 -5.2q-5 .4 -5.2 5.2zM-.6 4.4q-4.8 0 -5.2 -5.2q5 .4 5.2 5.2zM.6 4.4q4.8 0 5.2 -5.2q-5 .4 -5.2 5.2z"/>"##
            }
            Sprite::Cloth => {
                r##"<circle class="~c-badge ~c-bl" r="11"/><path class="~c-cloth" d="M-5.4 -4H6.4V7.4q-2 -2 -4 0t-4 0t-3.8 0z"/><path class="~c-badge" d="M-5.4 .4H6.4v1.5H-5.4zM-5.4 3.4H6.4v1.5H-5.4z"/><path class="~c-cloth2" d="M-5 -7.4H6.6a2.5 2.5 0 0 1 0 5H-5z"/><circle class="~c-cloth" cx="-5" cy="-4.4" r="3.2"/><path class="~c-thread" d="M-5 -2.6a1.8 1.8 0 1 1 1.8 -1.8q0 .8 -1 .8"/>"##
            }
            Sprite::Monastery => {
                r##"<g transform="translate(1 3)"><path class="~c-stone ~c-ln" d="M-14 15V-1H12V15z"/><path class="~c-slate ~c-ln" d="M-9.5 -10H9.5L16 1.5H-16z"/><path class="~c-shade" d="M3 -10h6.5L16 1.5H3z"/><path class="~c-stone ~c-ln" d="M-16.5 15.5V-10h11V15.5z"/><path class="~c-shade" d="M-9 15.5V-10h3.5V15.5z"/><path class="~c-slate ~c-ln" d="M-18 -9.4L-11 -20L-4 -9.4z"/><path class="~c-gold ~c-ln" d="M-11.9 -18.6v-3.2h-2.6v-1.8h2.6v-2.6h1.8v2.6h2.6v1.8h-2.6v3.2z"/><path class="~c-deep" d="M-12.8 15.5v-4a1.8 1.8 0 0 1 3.6 0v4zM-12 -2v-3h2v3zM-1 10V6a1.4 1.4 0 0 1 2.8 0v4zM5.6 10V6a1.4 1.4 0 0 1 2.8 0v4z"/></g>"##
            }
            Sprite::Farm => {
                r##"<path class="~c-corn ~c-ln" d="M8 12V-9a4.5 4.5 0 0 1 9 0V12z"/><path class="~c-shade" d="M13 12V-13.4a4.5 4.5 0 0 1 4 4.4V12z"/><path class="~c-barn ~c-ln" d="M-14 15V-3L-10.5 -11L-1.5 -16L7.5 -11L11 -3V15z"/><path class="~c-slate ~c-ln" d="M-1.5 -19.6L9.5 -13.6L13.6 -3.4L10.4 -2.2L7 -10L-1.5 -14.8L-10 -10L-13.4 -2.2L-16.6 -3.4L-12.5 -13.6z"/><path class="~c-badge ~c-ln" d="M-7.5 15V2h12v13z"/><path class="~c-barn" d="M-6 13.2V5.6L-2.6 9.4zM3 13.2V5.6L-.4 9.4zM-4.9 3.6h6.8L-1.5 7.6zM-4.9 15h6.8L-1.5 11.2z"/><path class="~c-deep" d="M-3.2 -3.6v-4.4h3.4v4.4z"/>"##
            }
            Sprite::Village => {
                r##"<path class="~c-plaster ~c-ln" d="M-9 -.5h7v5h-7zM2 -1.5h7v5H2zM-3.5 6h7v5h-7z"/><path class="~c-roof ~c-ln" d="M-10.2 .2L-7.8 -5h4.6L-.8 .2z"/><path class="~c-roof2 ~c-ln" d="M.8 -.8L3.2 -6h4.6L10.2 -.8z"/><path class="~c-roof ~c-ln" d="M-4.8 6.8L-2.4 1.4h4.8L4.8 6.8z"/>"##
            }
            Sprite::Cottage => {
                r##"<path class="~c-plaster ~c-ln" d="M-7 -.5H7V8.4H-7z"/><path class="~c-roof ~c-ln" d="M-9.2 .8L-5.2 -8H5.2L9.2 .8z"/><path class="~c-shade" d="M1 -8H5.2L9.2 .8H2z"/><path class="~c-deep" d="M-1.6 8.4V3.4h3.2v5z"/>"##
            }
            Sprite::Animal => {
                r##"<path class="~c-beast" d="M-8 1.6C-8 -2.6 -5.4 -3.8 -1.6 -4C.6 -7.6 5 -7 6.4 -3.6C8.8 -2.8 9.4 .2 8 2.6C7 4 5.4 3.6 4.8 2.6L4.6 6.4H2.4L1.8 3H-3.6L-4.2 6.4H-6.4L-6.6 3C-7.4 4 -8 3.4 -8 1.6z"/>"##
            }
            Sprite::Post => {
                r##"<path class="~c-casing" d="M-9 9V-2L-6.5 -9h13L9 -2V9z"/><path class="~c-plaster" d="M-7 -1H7V7.6H-7z"/><path class="~c-deep" d="M-7 3.8H7v4H-7zM-7 -1h1.6v8H-7zM5.4 -1H7v8H5.4z"/><path class="~c-gold" d="M-5.6 -7.8H5.6L8 0H-8z"/><path class="~c-red" d="M-5.6 -7.8h2.2L-4.6 0H-8zM-1.2 -7.8h2.4L1.6 0h-3.2zM3.4 -7.8h2.2L8 0H4.6z"/>"##
            }
        }
    }
}
