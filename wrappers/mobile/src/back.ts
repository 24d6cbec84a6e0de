import { App } from '@capacitor/app'

const opened = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Closes overlays first, then goes back, then leaves the app. */
export function followBackButton(): void {
  void App.addListener('backButton', ({ canGoBack }) => {
    const over = [...document.querySelectorAll<HTMLElement>(opened)].filter((one) => one.checkVisibility()).at(-1)
    if (over) {
      const focused = over.contains(document.activeElement) ? document.activeElement! : over
      focused.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      )
    } else if (canGoBack) history.back()
    else void App.minimizeApp()
  })
}
