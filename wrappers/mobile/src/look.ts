import { SystemBars, SystemBarsStyle } from '@capacitor/core'

const SCHEME = 'data-mantine-color-scheme'

/** Dark icons on a light page, light icons on a dark page. */
export function followScheme(): void {
  const page = document.documentElement
  const show = () =>
    void SystemBars.setStyle({
      style: page.getAttribute(SCHEME) === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light,
    })
  new MutationObserver(show).observe(page, { attributeFilter: [SCHEME] })
  show()
}
