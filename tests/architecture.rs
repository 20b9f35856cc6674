//! The house keeps its shape: arrows between the folders of `src/` point down only, and files and functions stay small.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read the sources has failed"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Who may use whom. Everyone may use `model`.
const ARROWS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("wire", &[]),
    ("worker", &["wire"]),
    ("recording", &["wire"]),
    ("host", &["wire", "recording"]),
    ("scene", &["recording"]),
    ("charts", &["scene"]),
    ("state", &["recording"]),
    ("ui", &["state", "charts", "scene", "recording"]),
    ("export", &["charts", "scene", "recording"]),
    (
        "app",
        &["ui", "state", "host", "export", "charts", "recording"],
    ),
    ("cli", &["app", "host", "export", "worker", "recording"]),
];

const MAX_FILE_LINES: usize = 400;
const MAX_FUNCTION_LINES: usize = 60;

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    rust_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    files.sort();
    let only_tests: Vec<_> = files.iter().flat_map(|path| test_modules(path)).collect();
    files.retain(|path| !only_tests.contains(path));
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// The files that `#[cfg(test)] mod name;` in this file brings in: tests may build what they look at.
fn test_modules(path: &Path) -> Vec<PathBuf> {
    let file = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
    let is_root = path
        .file_name()
        .is_some_and(|name| name == "mod.rs" || name == "lib.rs");
    let folder = if is_root {
        path.parent().unwrap().to_owned()
    } else {
        path.with_extension("")
    };
    let modules = file.items.iter().filter_map(|item| {
        let syn::Item::Mod(module) = item else {
            return None;
        };
        (module.content.is_none() && is_test(&module.attrs)).then(|| module.ident.to_string())
    });
    modules
        .map(|name| folder.join(name).with_extension("rs"))
        .collect()
}

/// The folder of `src/` a file lies in; `None` for `lib.rs` and `main.rs`.
fn folder_of(path: &Path) -> Option<String> {
    let inside = path
        .strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .unwrap();
    let first = inside.components().next()?.as_os_str().to_str()?.to_owned();
    inside.components().nth(1).map(|_file| first)
}

/// Collects every path that starts with `crate::`, in `use` trees, expressions and types alike.
#[derive(Default)]
struct Arrows {
    targets: BTreeSet<String>,
    /// How deep inside `#[cfg(test)]` modules: tests may build what they look at.
    tests: usize,
}

impl Arrows {
    fn add(&mut self, segments: &[String]) {
        if let [root, target, ..] = segments
            && root == "crate"
            && self.tests == 0
        {
            self.targets.insert(target.clone());
        }
    }

    fn use_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.use_tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group
                .items
                .iter()
                .for_each(|item| self.use_tree(item, before)),
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push(ident.to_string());
                self.add(before);
                before.pop();
            }
            syn::UseTree::Glob(_) => self.add(before),
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|word| word == "test")
    })
}

impl<'ast> Visit<'ast> for Arrows {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<_> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.add(&segments);
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let inside = usize::from(is_test(&item.attrs));
        self.tests += inside;
        visit::visit_item_mod(self, item);
        self.tests -= inside;
    }
}

#[test]
fn arrows_point_down_only() {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some(folder) = folder_of(&path) else {
            continue;
        };
        let below = allowed
            .get(folder.as_str())
            .unwrap_or_else(|| panic!("src/{folder} is no folder of the plan"));
        let mut arrows = Arrows::default();
        arrows.visit_file(&syn::parse_file(&text).unwrap());
        let known = |target: &String| allowed.contains_key(target.as_str());
        for target in arrows.targets.iter().filter(|target| known(target)) {
            let fine = *target == folder || target == "model" || below.contains(&target.as_str());
            if !fine {
                wrong.push(format!(
                    "{}: {folder} must not use {target}",
                    path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn egui_stays_above_the_scene() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let Some(folder) = folder_of(&path) else {
            continue;
        };
        let paints = ["charts", "ui", "export", "app"].contains(&folder.as_str());
        if !paints
            && ["egui::", "eframe::", "egui_plot::"]
                .iter()
                .any(|name| code_of(&text).contains(name))
        {
            wrong.push(path.display().to_string());
        }
    }
    assert!(
        wrong.is_empty(),
        "these files must not know egui:\n{}",
        wrong.join("\n")
    );
}

/// The text without its comment lines.
fn code_of(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

struct Lengths<'a> {
    path: &'a Path,
    long: Vec<String>,
}

impl Lengths<'_> {
    fn check(&mut self, name: &syn::Ident, attributes: &[syn::Attribute], (first, last): Lines) {
        let lines = last + 1 - first;
        let excused = attributes
            .iter()
            .any(|attribute| attribute.path().is_ident("expect"));
        if lines > MAX_FUNCTION_LINES && !excused {
            self.long.push(format!(
                "{}: fn {name} has {lines} lines",
                self.path.display()
            ));
        }
    }
}

/// First and last line of something.
type Lines = (usize, usize);

fn lines_of(block: &impl Spanned) -> Lines {
    (block.span().start().line, block.span().end().line)
}

impl<'ast> Visit<'ast> for Lengths<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.check(&item.sig.ident, &item.attrs, lines_of(&item.block));
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.check(&item.sig.ident, &item.attrs, lines_of(&item.block));
        visit::visit_impl_item_fn(self, item);
    }
}

#[test]
fn files_and_functions_stay_small_and_say_what_they_own() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let lines = text.lines().count();
        if lines > MAX_FILE_LINES {
            wrong.push(format!("{}: {lines} lines", path.display()));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{}: does not open with //!", path.display()));
        }
        let mut lengths = Lengths {
            path: &path,
            long: Vec::new(),
        };
        lengths.visit_file(&syn::parse_file(&text).unwrap());
        wrong.append(&mut lengths.long);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
