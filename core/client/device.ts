// The differences between a browser, the mobile app, and the desktop app.
import { nativeShell } from './nativeShell.ts'

export type Device = {
  /** Value of the X-Client header. */
  kind: 'web' | 'mobile' | 'desktop'
  /** Resolves to false where copying isn't allowed. */
  copyText: (text: string) => Promise<boolean>
  /** Resolves to false when the person cancels. */
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
    // The browser reads the URL after this task.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    return true
  },
}
