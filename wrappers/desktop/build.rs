//! Names the commands, so that each must be allowed to somebody before anybody can call it.
fn main() {
    let manifest = tauri_build::AppManifest::new().commands(&[
        "start_state",
        "choose_firm",
        "try_again",
        "page_arrived",
        "page_missing",
        "take_told",
        "show_notice",
        "show_due",
        "open_in_browser",
        "leave_firm",
    ]);
    tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
        .expect("the wrapper's description is right");
}
