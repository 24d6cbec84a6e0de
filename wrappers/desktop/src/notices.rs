//! System notifications. The desktop's own service shows them, because the notification plugin has no actions on a
//! desktop.
use crate::page_events::{self, PageEvent};
use serde::Deserialize;
use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use tauri::{AppHandle, Manager};

/// Each open notification has a waiting thread.
const MOST_WAITING: usize = 50;
const MOST_ACTIONS: usize = 3;

#[derive(Clone, Deserialize)]
pub struct SystemNotice {
    pub id: String,
    pub title: String,
    pub body: String,
    pub path: String,
    #[serde(default)]
    pub actions: Vec<Action>,
}

#[derive(Clone, Deserialize)]
pub struct Action {
    pub id: String,
    pub label: String,
}

/// Maps a notification's ID to its number in the desktop service and the count of the call that showed it.
#[derive(Default)]
pub struct Standing {
    all: Mutex<HashMap<String, (u32, u64)>>,
    showings: AtomicU64,
}

/// 'default' is the notification itself.
fn event_of(notice: &SystemNotice, chosen: &str) -> Option<PageEvent> {
    let path = page_events::own_path(&notice.path)?;
    match chosen {
        "__closed" => None,
        "default" => Some(PageEvent::Open { path }),
        _ => notice.actions.iter().any(|action| action.id == chosen).then(|| PageEvent::Act {
            notice_id: notice.id.clone(),
            action_id: chosen.to_string(),
            path,
        }),
    }
}

/// Fails with a sentence when the desktop can't show notifications.
pub fn show(app: &AppHandle, notice: SystemNotice) -> Result<(), String> {
    let mut shown = notify_rust::Notification::new();
    shown.appname("Pursuit").summary(&shortened(&notice.title, 120)).body(&body_of(&notice));
    let before = app.state::<Standing>().all.lock().unwrap().get(&notice.id).copied();
    if let Some((number, _)) = before {
        shown.id(number);
    }
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        shown.icon("pursuit").hint(notify_rust::Hint::DesktopEntry("pursuit-desktop".into()));
        shown.action("default", "Open");
        for action in notice.actions.iter().take(MOST_ACTIONS) {
            shown.action(&action.id, &shortened(&action.label, 40));
        }
    }
    let handle = shown.show().map_err(|problem| format!("Couldn’t show a notification: {problem}"))?;
    wait(app, notice, handle);
    Ok(())
}

/// A message of the app itself. Fails silently.
pub fn say(app: &AppHandle, title: &str, body: &str) {
    let notice = SystemNotice {
        id: format!("wrapper: {title}"),
        title: title.into(),
        body: body.into(),
        path: String::new(),
        actions: Vec::new(),
    };
    let app = app.clone();
    std::thread::spawn(move || show(&app, notice));
}

#[cfg(all(unix, not(target_os = "macos")))]
fn wait(app: &AppHandle, notice: SystemNotice, handle: notify_rust::NotificationHandle) {
    let standing = app.state::<Standing>();
    let mine = (handle.id(), standing.showings.fetch_add(1, Ordering::Relaxed));
    {
        let mut all = standing.all.lock().unwrap();
        if all.len() >= MOST_WAITING {
            return;
        }
        all.insert(notice.id.clone(), mine);
    }
    let app = app.clone();
    std::thread::spawn(move || {
        handle.wait_for_action(|chosen| {
            let standing = app.state::<Standing>();
            let mut all = standing.all.lock().unwrap();
            // Threads of earlier calls receive the event as well.
            if all.get(&notice.id) != Some(&mine) {
                return;
            }
            all.remove(&notice.id);
            drop(all);
            let Some(event) = event_of(&notice, chosen) else { return };
            if matches!(event, PageEvent::Open { .. }) {
                crate::windows::show(&app);
            }
            page_events::send(&app, event);
        });
    });
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn wait<H>(_: &AppHandle, _: SystemNotice, _: H) {}

/// Some services interpret the body as markup.
fn body_of(notice: &SystemNotice) -> String {
    let body = shortened(&notice.body, 500);
    #[cfg(all(unix, not(target_os = "macos")))]
    if notify_rust::get_capabilities().is_ok_and(|can| can.iter().any(|one| one == "body-markup")) {
        return escaped(&body);
    }
    body
}

#[cfg_attr(not(all(unix, not(target_os = "macos"))), allow(dead_code))]
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invitation() -> SystemNotice {
        serde_json::from_value(serde_json::json!({
            "id": "n1", "title": "Invitation", "body": "A & <b>B</b>", "path": "/targets/7", "sound": "newer",
            "actions": [{ "id": "accept", "label": "Accept" }, { "id": "decline", "label": "Decline" }],
        }))
        .unwrap()
    }

    #[test]
    fn reports_only_actions_that_were_offered() {
        let path = "/targets/7".to_string();
        let act =
            |action: &str| PageEvent::Act { notice_id: "n1".into(), action_id: action.into(), path: path.clone() };
        assert_eq!(event_of(&invitation(), "default"), Some(PageEvent::Open { path: path.clone() }));
        assert_eq!(event_of(&invitation(), "accept"), Some(act("accept")));
        assert_eq!(event_of(&invitation(), "destroy"), None);
        assert_eq!(event_of(&invitation(), "__closed"), None);
        let elsewhere = SystemNotice { path: "https://elsewhere.example".into(), ..invitation() };
        assert_eq!(event_of(&elsewhere, "default"), None);
    }

    #[test]
    fn escapes_markup_and_shortens_long_text() {
        assert_eq!(escaped("A & <b>B</b>"), "A &amp; &lt;b&gt;B&lt;/b&gt;");
        assert_eq!(shortened("Zürich", 6), "Zürich");
        assert_eq!(shortened("Zürichs", 6), "Züric…");
    }
}
