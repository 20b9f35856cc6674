//! The actions by what they touch: each file holds one group and what it does to the state.

mod file;
mod plan;
mod save;
mod setup;
mod table;
mod view;

pub use file::FileAction;
pub use plan::PlanAction;
pub use setup::SetupAction;
pub use table::TableAction;
pub use view::ViewAction;
