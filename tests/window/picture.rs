//! A picture that the window saved of itself, and where things are on it.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use carrier_lab::charts::{Palette, Theme};
use egui::Color32;

/// A place in the window, in pixels.
pub(crate) type Place = (usize, usize);

pub(crate) struct Picture {
    width: usize,
    pixels: Vec<[u8; 4]>,
}

/// Where the first slider of the setup panel lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliderPlace {
    pub(crate) handle: Place,
    left: usize,
    right: usize,
}

impl SliderPlace {
    /// The place for so many hundredths of the slider, 0 at its left end.
    pub(crate) const fn at(self, percent: usize) -> Place {
        let width = self.right - self.left;
        (self.left + width * percent / 100, self.handle.1)
    }
}

/// Every slider lies between these columns: the setup panel without its edge.
const SETUP_PANEL: (usize, usize) = (4, 264);
/// The bar at the top ends here.
const TOP_BAR: usize = 52;

impl Picture {
    /// Reads a picture; `None` while it is not there.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let decoder = png::Decoder::new(BufReader::new(File::open(path).ok()?));
        let mut reader = decoder.read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut bytes).ok()?;
        Some(Self {
            width: info.width as usize,
            pixels: bytes.as_chunks::<4>().0.to_vec(),
        })
    }

    fn is(&self, x: usize, y: usize, color: Color32) -> bool {
        self.pixels.get(y * self.width + x) == Some(&color.to_array())
    }

    fn color(&self, x: usize, y: usize) -> Color32 {
        let [red, green, blue, alpha] = self.pixels[y * self.width + x];
        Color32::from_rgba_premultiplied(red, green, blue, alpha)
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// How many pixels have exactly this colour, of the rows from `top` on.
    pub(crate) fn count_below(&self, color: Color32, top: usize) -> usize {
        let wanted = color.to_array();
        let rows = self.pixels.iter().skip(top * self.width);
        rows.filter(|pixel| **pixel == wanted).count()
    }

    /// The topmost slider: the accent fills its rail from the left end to the handle.
    ///
    /// The right end is read from the picture too, since a scroll bar makes the panel narrower.
    pub(crate) fn first_slider(&self) -> SliderPlace {
        let accent = Palette::of(Theme::Dark).accent;
        let y = (TOP_BAR + 30..self.height())
            .find(|y| self.is(22, *y, accent) && self.is(48, *y, accent))
            .unwrap_or_else(|| panic!("no slider is on the picture"))
            + 1;
        let (edge, end) = SETUP_PANEL;
        let background = self.color(edge, y);
        let rail: Vec<usize> = (edge..end)
            .filter(|x| !self.is(*x, y, background))
            .collect();
        let filled = rail.iter().skip(1).take_while(|x| self.is(**x, y, accent));
        let handle = filled.last().map_or(rail[0], |x| x + 7);
        SliderPlace {
            handle: (handle, y),
            left: rail[0],
            right: rail[rail.len() - 1],
        }
    }

    /// The middle of the one large accent block in the top bar.
    pub(crate) fn run_button(&self) -> Place {
        let (left, right, y) = self.run_block();
        (usize::midpoint(left, right), y)
    }

    /// Right of the Run button.
    pub(crate) fn stop_button(&self) -> Place {
        let (_, right, y) = self.run_block();
        (right + 40, y)
    }

    /// Left and right edge and middle row of the Run button: right of the mark, which has the accent too.
    fn run_block(&self) -> (usize, usize, usize) {
        let accents = [Theme::Dark, Theme::Light].map(|theme| Palette::of(theme).accent);
        let y = TOP_BAR / 2 - 10;
        let columns: Vec<usize> = (200..self.width)
            .filter(|x| accents.iter().any(|accent| self.is(*x, y, *accent)))
            .collect();
        match (columns.first(), columns.last()) {
            (Some(left), Some(right)) => (*left, *right, TOP_BAR / 2),
            _ => panic!("no Run button is on the picture"),
        }
    }
}
