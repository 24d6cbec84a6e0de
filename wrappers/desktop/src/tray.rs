//! The tray menu: the number of due steps, links into the app, and this machine's settings.
use crate::{notices, page_events, update};
use serde::Deserialize;
use tauri::{
    AppHandle, Manager, Wry,
    menu::{CheckMenuItem, MenuBuilder, MenuItem},
    tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent},
};
use tauri_plugin_autostart::ManagerExt;

const TARGETS: &str = "/targets/active";
const NEW_TARGET: &str = "/targets/active#new";

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct DueCounts {
    pub overdue: u32,
    pub today: u32,
}

pub struct Tray {
    today: MenuItem<Wry>,
    overdue: MenuItem<Wry>,
    update: MenuItem<Wry>,
}

pub fn make(app: &AppHandle) -> tauri::Result<()> {
    let item = |id: &str, text: &str| MenuItem::with_id(app, id, text, true, None::<&str>);
    let today = item("today", &today_words(None))?;
    let overdue = item("overdue", &overdue_words(None))?;
    let update = item("update", update::LOOK)?;
    let starts_at_login = app.autolaunch().is_enabled().unwrap_or(false);
    let at_login = CheckMenuItem::with_id(app, "at_login", "Start at login", true, starts_at_login, None::<&str>)?;
    let menu = MenuBuilder::new(app)
        .items(&[&today, &overdue])
        .separator()
        .items(&[&item("open", "Open Pursuit")?, &item("new", "New Target")?])
        .separator()
        .item(&at_login)
        .items(&[&item("leave", "Change firm…")?, &update])
        .separator()
        .item(&item("quit", "Quit")?)
        .build()?;
    let mut tray = TrayIconBuilder::with_id("pursuit")
        .tooltip("Pursuit")
        .menu(&menu)
        .show_menu_on_left_click(false)
        .on_menu_event(move |app, event| match event.id().as_ref() {
            "today" | "overdue" => page_events::open(app, TARGETS),
            "open" => crate::windows::show(app),
            "new" => page_events::open(app, NEW_TARGET),
            "at_login" => turn_at_login(app, &at_login),
            "leave" => crate::leave_firm(app),
            "update" => update::chosen(app),
            "quit" => app.exit(0),
            _ => {}
        })
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click { button: MouseButton::Left, button_state: MouseButtonState::Up, .. } = event {
                crate::windows::show(tray.app_handle());
            }
        });
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    tray.build(app)?;
    app.manage(Tray { today, overdue, update });
    Ok(())
}

/// The checkmark shows the system's setting, not the click.
fn turn_at_login(app: &AppHandle, item: &CheckMenuItem<Wry>) {
    let starts = app.autolaunch();
    let was = starts.is_enabled().unwrap_or(false);
    let turned = if was { starts.disable() } else { starts.enable() };
    if turned.is_err() {
        notices::say(app, "Start at login", "Your system didn’t allow this change.");
    }
    let _ = item.set_checked(starts.is_enabled().unwrap_or(was));
}

pub fn show_due(app: &AppHandle, counts: DueCounts) {
    if let Some(tray) = app.try_state::<Tray>() {
        let _ = tray.today.set_text(today_words(Some(counts.today)));
        let _ = tray.overdue.set_text(overdue_words(Some(counts.overdue)));
    }
    if let Some(icon) = app.tray_by_id("pursuit") {
        let _ = icon.set_tooltip(Some(tooltip(counts)));
    }
}

pub fn show_update(app: &AppHandle, words: &str, can_choose: bool) {
    if let Some(tray) = app.try_state::<Tray>() {
        let _ = tray.update.set_text(words);
        let _ = tray.update.set_enabled(can_choose);
    }
}

fn today_words(count: Option<u32>) -> String {
    count.map_or("Due today: –".into(), |count| format!("Due today: {count}"))
}

fn overdue_words(count: Option<u32>) -> String {
    count.map_or("Overdue: –".into(), |count| format!("Overdue: {count}"))
}

fn tooltip(DueCounts { overdue, today }: DueCounts) -> String {
    match (overdue, today) {
        (0, 0) => "Pursuit: nothing due".into(),
        (0, today) => format!("Pursuit: {today} due today"),
        (overdue, today) => format!("Pursuit: {today} due today, {overdue} overdue"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_the_due_steps() {
        assert_eq!(today_words(None), "Due today: –");
        assert_eq!(today_words(Some(3)), "Due today: 3");
        assert_eq!(overdue_words(Some(0)), "Overdue: 0");
        assert_eq!(tooltip(DueCounts { overdue: 0, today: 0 }), "Pursuit: nothing due");
        assert_eq!(tooltip(DueCounts { overdue: 2, today: 1 }), "Pursuit: 1 due today, 2 overdue");
    }
}
