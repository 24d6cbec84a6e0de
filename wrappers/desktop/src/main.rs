//! Pursuit on the desktop: shows the firm's page in a window and adds what a browser page can't do.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]
mod commands;
mod firm;
mod notices;
mod page_events;
mod settings;
mod tray;
mod update;
mod windows;

use settings::Settings;
use std::{
    io,
    path::PathBuf,
    sync::{Mutex, atomic::Ordering},
};
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};
use tauri_plugin_deep_link::DeepLinkExt;
use tauri_plugin_window_state::StateFlags;

/// Set when the system starts Pursuit at login, so that it stays in the tray.
const HIDDEN: &str = "--hidden";

/// In memory and in its file.
pub struct App {
    file: PathBuf,
    settings: Mutex<Settings>,
}

impl App {
    fn settings(&self) -> Settings {
        self.settings.lock().unwrap().clone()
    }

    /// Writes the file first, so that only saved settings take effect.
    fn keep(&self, change: impl FnOnce(&mut Settings)) -> io::Result<()> {
        let mut now = self.settings.lock().unwrap();
        let mut changed = now.clone();
        change(&mut changed);
        if changed != *now {
            settings::write(&self.file, &changed)?;
            *now = changed;
        }
        Ok(())
    }

    /// For settings that the next start can find out again.
    fn change(&self, change: impl FnOnce(&mut Settings)) {
        if let Err(problem) = self.keep(change) {
            eprintln!("Couldn’t write {}: {problem}", self.file.display());
        }
    }
}

/// Deletes the firm's URL and restarts, because permission to call commands ends only with the process. The page's data
/// stays.
pub fn leave_firm(app: &AppHandle) {
    app.state::<App>().change(|settings| {
        settings.firm_before = settings.firm.take().or(settings.firm_before.take());
        settings.has_opened = false;
    });
    app.request_restart();
}

/// For all connections.
pub fn speak_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn set_up(app: &AppHandle) -> Result<(), Box<dyn std::error::Error>> {
    let file = app.path().app_config_dir()?.join("settings.json");
    app.manage(App { settings: Mutex::new(settings::read(&file)), file });
    app.manage(windows::Reaching::default());
    app.state::<windows::Reaching>().is_hidden.store(std::env::args().any(|given| given == HIDDEN), Ordering::Relaxed);
    app.manage(page_events::Waiting::default());
    app.manage(notices::Standing::default());
    app.manage(update::Found::default());
    // Without a tray, Pursuit still has its window.
    if let Err(problem) = tray::make(app) {
        eprintln!("The tray isn’t available: {problem}");
    }
    // An AppImage has no installer, so it registers its own link scheme.
    #[cfg(target_os = "linux")]
    if app.env().appimage.is_some() {
        let _ = app.deep_link().register_all();
    }
    windows::begin(app)?;
    if let Some(links) = app.deep_link().get_current()? {
        follow(app, links.iter().map(|link| link.as_str()));
    }
    let of_links = app.clone();
    app.deep_link().on_open_url(move |event| follow(&of_links, event.urls().iter().map(|link| link.as_str())));
    update::keep_looking(app);
    Ok(())
}

fn follow<'a>(app: &AppHandle, links: impl Iterator<Item = &'a str>) {
    if let Some(path) = links.filter_map(page_events::path_of_link).last() {
        page_events::open(app, &path);
    }
}

fn main() {
    speak_tls();
    let app = tauri::Builder::default()
        // Must come first: a second start has to exit before it does anything. The deep link plugin delivers its link.
        .plugin(tauri_plugin_single_instance::init(|app, given, _| {
            if !given.iter().any(|given| given == HIDDEN) {
                windows::show(app);
            }
        }))
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_autostart::Builder::new().arg(HIDDEN).build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .plugin(tauri_plugin_updater::Builder::new().build())
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(StateFlags::all() - StateFlags::VISIBLE)
                .with_denylist(&[windows::START])
                .build(),
        )
        .invoke_handler(tauri::generate_handler![
            commands::start_state,
            commands::choose_firm,
            commands::try_again,
            commands::page_arrived,
            commands::page_missing,
            commands::take_told,
            commands::show_notice,
            commands::show_due,
            commands::open_in_browser,
            commands::leave_firm,
        ])
        .on_window_event(|window, event| {
            if let WindowEvent::CloseRequested { api, .. } = event
                && window.label() == windows::FIRM
            {
                api.prevent_close();
                let _ = window.hide();
            }
        })
        .setup(|app| set_up(app.handle()))
        .build(tauri::generate_context!())
        .expect("the wrapper's description is right");
    app.run(|app, event| {
        if let RunEvent::ExitRequested { api, code: None, .. } = event {
            // With a firm the app keeps running for notifications after its last window closes.
            if app.state::<App>().settings().firm.is_some() {
                api.prevent_exit();
            }
        }
    });
}
