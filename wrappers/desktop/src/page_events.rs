//! Queues events for the page: where a link, a notification, or the tray leads, and the chosen action of a notification.
//! The page only gets a signal and fetches the events with a command that only the firm's page can call.
use crate::windows;
use serde::Serialize;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tauri::{AppHandle, Manager};

/// A page that is still loading or from an older server doesn't listen. After this time it is navigated to the path
/// instead.
const LISTENS_WITHIN: Duration = Duration::from_secs(4);
/// Older ones are no longer of interest.
const MOST: usize = 20;
const SIGNAL: &str = "dispatchEvent(new Event('pursuit-wrapper'))";

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum PageEvent {
    Open {
        path: String,
    },
    #[serde(rename_all = "camelCase")]
    Act {
        notice_id: String,
        action_id: String,
        path: String,
    },
}

#[derive(Default)]
pub struct Waiting {
    events: Mutex<Vec<(u64, PageEvent)>>,
    last: AtomicU64,
}

impl Waiting {
    fn add(&self, event: PageEvent) {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let mut waiting = self.events.lock().unwrap();
        waiting.push((number, event));
        let too_many = waiting.len().saturating_sub(MOST);
        waiting.drain(..too_many);
    }

    /// Returns and removes everything.
    pub fn take(&self) -> Vec<PageEvent> {
        std::mem::take(&mut *self.events.lock().unwrap()).into_iter().map(|(_, event)| event).collect()
    }

    /// Entries up to this number that haven't been taken.
    fn take_until(&self, number: u64) -> Vec<PageEvent> {
        let mut waiting = self.events.lock().unwrap();
        let later = waiting.iter().position(|(one, _)| *one > number).unwrap_or(waiting.len());
        waiting.drain(..later).map(|(_, event)| event).collect()
    }

    fn newest(&self) -> Option<u64> {
        self.events.lock().unwrap().last().map(|(number, _)| *number)
    }
}

pub fn send(app: &AppHandle, event: PageEvent) {
    app.state::<Waiting>().add(event);
    signal(app);
}

/// Called again when a page has loaded.
pub fn signal(app: &AppHandle) {
    let (Some(number), Some(window)) = (app.state::<Waiting>().newest(), app.get_webview_window(windows::FIRM)) else {
        return;
    };
    let _ = window.eval(SIGNAL);
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        sleep(LISTENS_WITHIN).await;
        let reaching = app.state::<windows::Reaching>();
        if !reaching.has_come() {
            // The entries are delivered when the page has loaded.
            return;
        }
        if let Some(PageEvent::Open { path } | PageEvent::Act { path, .. }) =
            app.state::<Waiting>().take_until(number).pop()
        {
            windows::go(&app, &path);
        }
    });
}

/// Shows the window and opens a path of the app.
pub fn open(app: &AppHandle, path: &str) {
    windows::show(app);
    if let Some(path) = own_path(path) {
        send(app, PageEvent::Open { path });
    }
}

/// Returns the app's path for a `pursuit://open/…` link.
pub fn path_of_link(link: &str) -> Option<String> {
    let rest = link.strip_prefix("pursuit://open")?;
    if rest.is_empty() { Some("/".into()) } else { own_path(rest) }
}

/// Only the app's own pages, never another host, a file, or a call.
pub fn own_path(path: &str) -> Option<String> {
    let is_plain = path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= 2000
        && !path.contains('\\')
        && !path.chars().any(char::is_control);
    let is_page = !["/api/", "/media/", "/kept/", "/demo/"].iter().any(|start| path.starts_with(start));
    (is_plain && is_page).then(|| path.to_string())
}

pub async fn sleep(time: Duration) {
    let _ = tauri::async_runtime::spawn_blocking(move || std::thread::sleep(time)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_pages_of_the_app_from_links() {
        assert_eq!(path_of_link("pursuit://open/targets/7?tab=notes#n3").as_deref(), Some("/targets/7?tab=notes#n3"));
        assert_eq!(path_of_link("pursuit://open").as_deref(), Some("/"));
        for link in [
            "pursuit://elsewhere.example/targets",
            "pursuit://opening/targets",
            "pursuit://open//elsewhere.example/",
            "pursuit://open/\\elsewhere.example",
            "pursuit://open/api/user/sign_out",
            "pursuit://open/a\nb",
            "https://open/targets",
        ] {
            assert_eq!(path_of_link(link), None, "{link}");
        }
        assert_eq!(path_of_link(&format!("pursuit://open/{}", "a".repeat(3000))), None);
    }

    #[test]
    fn delivers_events_once_and_limits_their_number() {
        let waiting = Waiting::default();
        let open = |n: usize| PageEvent::Open { path: format!("/targets/{n}") };
        waiting.add(open(0));
        let first = waiting.newest().unwrap();
        waiting.add(open(1));
        assert_eq!(waiting.take_until(first), [open(0)]);
        assert_eq!(waiting.take_until(first), []);
        assert_eq!(waiting.take(), [open(1)]);
        assert_eq!(waiting.newest(), None);
        for n in 0..100 {
            waiting.add(open(n));
        }
        assert_eq!(waiting.take(), (80..100).map(open).collect::<Vec<_>>());
        assert_eq!(waiting.take(), []);
    }
}
