// What differs between a browser, the mobile wrapper and the desktop wrapper.
import { nativeShell } from './wrapper.ts'

export type Device = {
  /** Goes into the header X-Client. */
  kind: 'web' | 'mobile' | 'desktop'
  /** Resolves to false where copying is not allowed. */
  copyText: (text: string) => Promise<boolean>
  /** Saves a file where this device keeps downloads. Resolves to false where the person thinks better of it. */
  saveFile: (name: string, content: Blob) => Promise<boolean>
}

export const device: Device = {
  kind: nativeShell?.kind ?? 'web',
  async copyText(text) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return false
    }
  },
  async saveFile(name, content) {
    if (nativeShell?.saveFile) return nativeShell.saveFile(name, content)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = name
    link.click()
    // The browser reads the address after this turn.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    return true
  },
}
