//! Commands that pages can call: three for the bundled first page, the rest for the firm's page. `build.rs` names
//! them, and the capabilities grant them.
use crate::{
    App, firm,
    notices::{self, SystemNotice},
    page_events::{PageEvent, Waiting},
    tray::{self, DueCounts},
    windows::{self, StartState},
};
use tauri::{AppHandle, Manager, State, WebviewWindow, command};

#[command]
pub fn start_state(app: AppHandle) -> StartState {
    windows::start_state(&app)
}

/// Stores the URL after Pursuit has responded there. Rejects with a sentence.
#[command]
pub async fn choose_firm(app: AppHandle, address: String) -> Result<(), String> {
    let origin = firm::origin_of(&address)?;
    firm::ask(&origin).await?;
    app.state::<App>()
        .keep(|settings| {
            settings.has_opened &= settings.firm.as_deref() == Some(&origin);
            settings.firm_before = None;
            settings.firm = Some(origin.clone());
        })
        .map_err(|problem| format!("Couldn’t save the address: {problem}. Check your disk space."))?;
    if windows::can_open(&app, &origin) {
        windows::open_firm(&app, &origin).map_err(|problem| problem.to_string())
    } else {
        app.request_restart();
        Ok(())
    }
}

/// False when the server still doesn't respond.
#[command]
pub async fn try_again(app: AppHandle) -> bool {
    windows::try_once(&app).await
}

#[command]
pub fn page_arrived(window: WebviewWindow) {
    windows::page_arrived(&window);
}

#[command]
pub async fn page_missing(app: AppHandle) {
    windows::page_missing(&app).await;
}

#[command]
pub fn take_told(waiting: State<'_, Waiting>) -> Vec<PageEvent> {
    waiting.take()
}

#[command]
pub async fn show_notice(app: AppHandle, notice: SystemNotice) -> Result<(), String> {
    notices::show(&app, notice)
}

#[command]
pub fn show_due(app: AppHandle, counts: DueCounts) {
    tray::show_due(&app, counts);
}

#[command]
pub async fn open_in_browser(app: AppHandle, address: String) -> Result<(), String> {
    if !windows::may_open_outside(&address) {
        return Err("This link can’t be opened outside Pursuit.".into());
    }
    windows::open_outside(&app, &address);
    Ok(())
}

#[command]
pub async fn leave_firm(app: AppHandle) {
    crate::leave_firm(&app);
}
