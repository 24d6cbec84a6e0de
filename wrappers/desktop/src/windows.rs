//! The two windows, the bundled first page and the firm's page: which URLs each can open, and when it is shown.
use crate::{
    App, firm,
    page_events::{self, sleep},
};
use serde::Serialize;
use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tauri::{
    AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder,
    ipc::CapabilityBuilder,
    webview::{DownloadEvent, NewWindowResponse, PageLoadEvent},
};
use tauri_plugin_opener::OpenerExt;
use url::Url;

pub const START: &str = "start";
pub const FIRM: &str = "firm";

/// Commands that only the firm's page can call.
const OF_FIRM: [&str; 7] =
    ["page-arrived", "page-missing", "take-told", "show-notice", "show-due", "open-in-browser", "leave-firm"];

const WRAPPER: &str = include_str!("../pages/wrapper.js");
const TRY_AGAIN: Duration = Duration::from_secs(3);
/// A page that hasn't loaded by then is requested another way.
const COMES_WITHIN: Duration = Duration::from_secs(20);

#[derive(Default)]
pub struct Reaching {
    problem: Mutex<Option<String>>,
    is_trying: AtomicBool,
    has_come: AtomicBool,
    /// Started with the machine, so the app stays in the tray.
    pub is_hidden: AtomicBool,
    /// The only origin that this process has allowed to call commands.
    allowed: Mutex<Option<String>>,
}

impl Reaching {
    pub fn has_come(&self) -> bool {
        self.has_come.load(Ordering::Relaxed)
    }
}

#[derive(Serialize)]
pub struct StartState {
    firm: Option<String>,
    firm_before: Option<String>,
    problem: Option<String>,
}

pub fn start_state(app: &AppHandle) -> StartState {
    let settings = app.state::<App>().settings();
    StartState {
        firm: settings.firm.as_deref().map(firm::host_of),
        firm_before: settings.firm_before.as_deref().map(firm::host_of),
        problem: app.state::<Reaching>().problem.lock().unwrap().clone(),
    }
}

/// Opens the firm's page, even offline if its service worker has it, or else the first page.
pub fn begin(app: &AppHandle) -> tauri::Result<()> {
    let settings = app.state::<App>().settings();
    match settings.firm {
        Some(origin) if settings.has_opened => open_firm(app, &origin),
        Some(_) => {
            open_start(app)?;
            keep_trying(app);
            Ok(())
        }
        None => open_start(app),
    }
}

pub fn show(app: &AppHandle) {
    app.state::<Reaching>().is_hidden.store(false, Ordering::Relaxed);
    for label in [START, FIRM] {
        if let Some(window) = app.get_webview_window(label) {
            let _ = window.show();
            let _ = window.unminimize();
            let _ = window.set_focus();
            return;
        }
    }
    if let Err(problem) = begin(app) {
        eprintln!("Couldn’t open the window: {problem}");
    }
}

/// Loads the firm's page at a path.
pub fn go(app: &AppHandle, path: &str) {
    let (Some(window), Some(origin)) = (app.get_webview_window(FIRM), app.state::<App>().settings().firm) else {
        return;
    };
    if let Ok(url) = Url::parse(&format!("{origin}{path}")) {
        let _ = window.navigate(url);
    }
}

fn open_start(app: &AppHandle) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(START) {
        return window.set_focus();
    }
    let is_hidden = app.state::<Reaching>().is_hidden.load(Ordering::Relaxed);
    WebviewWindowBuilder::new(app, START, WebviewUrl::App("start.html".into()))
        .title("Pursuit")
        .inner_size(560.0, 620.0)
        .min_inner_size(360.0, 480.0)
        .visible(!is_hidden)
        .on_navigation(|url| {
            url.scheme() == "tauri" || (url.scheme() == "http" && url.host_str() == Some("tauri.localhost"))
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    Ok(())
}

/// Permission to call commands can't be revoked from an origin.
pub fn can_open(app: &AppHandle, origin: &str) -> bool {
    app.state::<Reaching>().allowed.lock().unwrap().as_deref().is_none_or(|allowed| allowed == origin)
}

pub fn open_firm(app: &AppHandle, origin: &str) -> tauri::Result<()> {
    let url: Url = origin.parse().map_err(|_| tauri::Error::InvalidWebviewUrl("not an address"))?;
    if let Some(window) = app.get_webview_window(FIRM) {
        watch_arrival(app);
        return window.navigate(url);
    }
    allow(app, origin)?;
    let is_hidden = app.state::<Reaching>().is_hidden.load(Ordering::Relaxed);
    let builder = WebviewWindowBuilder::new(app, FIRM, WebviewUrl::External(url))
        .title("Pursuit")
        .inner_size(1280.0, 860.0)
        .min_inner_size(360.0, 480.0)
        .visible(!is_hidden)
        .initialization_script(script_for(origin, &app.package_info().version.to_string()));
    let (of_navigation, of_windows, of_pages) = (app.clone(), app.clone(), origin.to_string());
    let own = origin.to_string();
    builder
        .on_navigation(move |url| match whereto(url) {
            Whereto::Here => true,
            Whereto::Browser => {
                open_outside(&of_navigation, url.as_str());
                false
            }
            Whereto::Nowhere => false,
        })
        .on_new_window(move |url, _| {
            match own_page(&url, &own) {
                Some(path) => page_events::send(&of_windows, page_events::PageEvent::Open { path }),
                None => open_outside(&of_windows, url.as_str()),
            }
            NewWindowResponse::Deny
        })
        .on_page_load(move |window, load| {
            if load.event() == PageLoadEvent::Finished {
                // There is no address bar, so the title shows which site asks for a password.
                let url = load.url();
                let is_own = url.origin().ascii_serialization() == of_pages;
                let title = if is_own {
                    "Pursuit".into()
                } else {
                    format!("{} – Pursuit", url.host_str().unwrap_or_default())
                };
                let _ = window.set_title(&title);
            }
        })
        .on_download(|webview, event| {
            save(webview.app_handle(), event);
            true
        })
        .build()?;
    watch_arrival(app);
    Ok(())
}

fn allow(app: &AppHandle, origin: &str) -> tauri::Result<()> {
    let mut allowed = app.state::<Reaching>().allowed.lock().unwrap().clone();
    if allowed.as_deref() == Some(origin) {
        return Ok(());
    }
    let mut capability = CapabilityBuilder::new(FIRM).local(false).remote(origin.to_string()).window(FIRM);
    for command in OF_FIRM {
        capability = capability.permission(format!("allow-{command}"));
    }
    app.add_capability(capability)?;
    allowed.replace(origin.to_string());
    *app.state::<Reaching>().allowed.lock().unwrap() = allowed;
    Ok(())
}

fn script_for(origin: &str, version: &str) -> String {
    WRAPPER
        .replace("'ORIGIN'", &serde_json::to_string(origin).unwrap_or_default())
        .replace("'VERSION'", &serde_json::to_string(version).unwrap_or_default())
}

// — navigation ————————————————————————————————————————————————————————————————————————————————————

#[derive(Debug, PartialEq)]
enum Whereto {
    Here,
    Browser,
    Nowhere,
}

/// The sign-in pages of other sites can't call commands. Frames are checked the same way.
fn whereto(url: &Url) -> Whereto {
    match url.scheme() {
        "https" => Whereto::Here,
        "http" if firm::is_this_machine(url) => Whereto::Here,
        "about" if matches!(url.path(), "blank" | "srcdoc") => Whereto::Here,
        "blob" => Url::parse(url.path()).map_or(Whereto::Nowhere, |inner| whereto(&inner)),
        "mailto" | "tel" => Whereto::Browser,
        _ => Whereto::Nowhere,
    }
}

/// An app page that was about to open in a new window.
fn own_page(url: &Url, origin: &str) -> Option<String> {
    if url.origin().ascii_serialization() != origin {
        return None;
    }
    page_events::own_path(&url[url::Position::BeforePath..])
}

/// Web pages, email, and phone numbers, never files or programs.
pub fn may_open_outside(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| match url.scheme() {
        "https" | "mailto" | "tel" => true,
        "http" => firm::is_this_machine(&url),
        _ => false,
    })
}

pub fn open_outside(app: &AppHandle, address: &str) {
    if may_open_outside(address)
        && let Err(problem) = app.opener().open_url(address, None::<&str>)
    {
        eprintln!("Couldn’t open the browser: {problem}");
    }
}

// — loading of the firm's page ————————————————————————————————————————————————————————————————————

pub fn page_arrived(window: &WebviewWindow) {
    let app = window.app_handle();
    let reaching = app.state::<Reaching>();
    reaching.has_come.store(true, Ordering::Relaxed);
    app.state::<App>().change(|settings| settings.has_opened = true);
    if let Some(start) = app.get_webview_window(START) {
        if !reaching.is_hidden.load(Ordering::Relaxed) {
            let _ = window.show();
        }
        let _ = start.destroy();
    }
    page_events::signal(app);
}

fn watch_arrival(app: &AppHandle) {
    app.state::<Reaching>().has_come.store(false, Ordering::Relaxed);
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        sleep(COMES_WITHIN).await;
        let is_own = app.get_webview_window(FIRM).and_then(|window| window.url().ok()).is_none_or(|url| {
            Some(url.origin().ascii_serialization()) == app.state::<App>().settings().firm || url.scheme() == "about"
        });
        if is_own && !app.state::<Reaching>().has_come() {
            page_missing(&app).await;
        }
    });
}

/// The window shows an error of the network or of a proxy.
pub async fn page_missing(app: &AppHandle) {
    let Some(origin) = app.state::<App>().settings().firm else {
        return;
    };
    match firm::ask(&origin).await {
        Ok(()) => {
            sleep(TRY_AGAIN).await;
            let _ = open_firm(app, &origin);
        }
        Err(problem) => {
            say(app, Some(problem));
            if let Some(window) = app.get_webview_window(FIRM) {
                let _ = window.hide();
            }
            let _ = open_start(app);
            keep_trying(app);
        }
    }
}

/// Retries until the firm's server responds.
pub fn keep_trying(app: &AppHandle) {
    if app.state::<Reaching>().is_trying.swap(true, Ordering::Relaxed) {
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        while !try_once(&app).await {
            sleep(TRY_AGAIN).await;
        }
        app.state::<Reaching>().is_trying.store(false, Ordering::Relaxed);
    });
}

/// True when there is nothing left to try.
pub async fn try_once(app: &AppHandle) -> bool {
    let Some(origin) = app.state::<App>().settings().firm else {
        return true;
    };
    match firm::ask(&origin).await {
        Ok(()) => {
            say(app, None);
            if let Err(problem) = open_firm(app, &origin) {
                say(app, Some(problem.to_string()));
            }
            true
        }
        Err(problem) => {
            say(app, Some(problem));
            false
        }
    }
}

fn say(app: &AppHandle, problem: Option<String>) {
    *app.state::<Reaching>().problem.lock().unwrap() = problem;
}

// — downloads ——————————————————————————————————————————————————————————————————————————————————————

fn save(app: &AppHandle, event: DownloadEvent<'_>) {
    match event {
        DownloadEvent::Requested { destination, .. } => {
            let folder = app
                .path()
                .download_dir()
                .or_else(|_| app.path().home_dir().map(|home| home.join("Downloads")))
                .unwrap_or_default();
            let _ = std::fs::create_dir_all(&folder);
            *destination = unused(folder.join(destination.file_name().unwrap_or("download".as_ref())));
        }
        DownloadEvent::Finished { success, path, .. } if success => {
            let name = path.as_deref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().to_string());
            crate::notices::say(app, "Saved", &format!("{} is in your downloads.", name.unwrap_or("The file".into())));
        }
        DownloadEvent::Finished { .. } => {
            crate::notices::say(
                app,
                "Not saved",
                "The file could not be saved. Check the space on your disk and try again.",
            );
        }
        _ => {}
    }
}

/// No file is overwritten.
fn unused(path: PathBuf) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    (0..)
        .map(|n| if n == 0 { path.clone() } else { path.with_file_name(format!("{stem} ({n}){ending}")) })
        .find(|path| !path.exists())
        .unwrap_or(path.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[test]
    fn opens_pages_but_no_local_addresses() {
        for (address, expected) in [
            ("https://bd.firm.example/targets", Whereto::Here),
            ("https://login.provider.example/authorize?x=1", Whereto::Here),
            ("http://localhost:4000/", Whereto::Here),
            ("about:blank", Whereto::Here),
            ("blob:https://bd.firm.example/7f", Whereto::Here),
            ("http://bd.firm.example/", Whereto::Nowhere),
            ("file:///etc/passwd", Whereto::Nowhere),
            ("tauri://localhost/start.html", Whereto::Nowhere),
            ("ipc://localhost/choose_firm", Whereto::Nowhere),
            ("data:text/html,x", Whereto::Nowhere),
            ("javascript:alert(1)", Whereto::Nowhere),
            ("blob:null/7f", Whereto::Nowhere),
            ("mailto:a@firm.example", Whereto::Browser),
        ] {
            assert_eq!(whereto(&url(address)), expected, "{address}");
        }
    }

    #[test]
    fn opens_no_files_or_programs_in_the_browser() {
        assert!(may_open_outside("https://firm.example/a"));
        assert!(may_open_outside("mailto:a@firm.example"));
        for address in
            ["file:///etc/passwd", "http://firm.example", "smb://host/share", "pursuit://open/", "/etc/passwd", ""]
        {
            assert!(!may_open_outside(address), "{address}");
        }
    }

    #[test]
    fn keeps_pages_of_the_app_in_its_window() {
        let origin = "https://bd.firm.example";
        let own = |address: &str| own_page(&url(address), origin);
        assert_eq!(own("https://bd.firm.example/viewer/assets/7#page=2").as_deref(), Some("/viewer/assets/7#page=2"));
        assert_eq!(own("https://bd.firm.example/media/7"), None);
        assert_eq!(own("https://bd.firm.example:444/targets"), None);
        assert_eq!(own("https://elsewhere.example/targets"), None);
    }

    #[test]
    fn inserts_one_origin_into_the_script() {
        let script = script_for("https://bd.firm.example", "1.2.3");
        assert!(script.contains("\"https://bd.firm.example\"") && script.contains("\"1.2.3\""));
        assert!(!script.contains("'ORIGIN'") && !script.contains("'VERSION'"));
    }

    #[test]
    fn overwrites_no_download() {
        let folder = std::env::temp_dir().join(format!("pursuit-downloads-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("report.csv");
        assert_eq!(unused(file.clone()), file);
        std::fs::write(&file, "").unwrap();
        assert_eq!(unused(file), folder.join("report (1).csv"));
    }
}
