// Simulates a phone in Chromium: the page at the app's own origin, Capacitor's real bridge, and a native side that
// responds like the plugins and records calls.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect, PASSWORD } from '#tests/browser.ts'
import { builtWrapper } from './built.ts'

const mobile = join(import.meta.dirname, '../../wrappers/mobile')
const bridge = join(mobile, 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js')
/** Origin of the Android app. */
export const ORIGIN = 'https://localhost'

export type Asked = { plugin: string; method: string; options: Record<string, unknown> }

export type Phone = {
  asked: Asked[]
  /** Options of each call of one method, in order. */
  callsOf: (plugin: string, method: string) => Record<string, unknown>[]
  secure: Map<string, string>
  /** The person's answer when asked to allow notifications. */
  permission: 'granted' | 'denied'
  /** Whether the app was built with a Firebase project, and whether its service responds. */
  firebase: 'there' | 'notBuilt' | 'silent'
  /** The person's action in the share sheet. */
  sheet: 'used' | 'closed'
  tell: (plugin: string, event: string, told: unknown) => Promise<void>
}

type Call = { callbackId: string; pluginId: string; methodName: string; options: Record<string, never> }
type PluginListener = { plugin: string; event: string; callbackId: string }

const methods: Record<string, string[]> = {
  SecureStorage: [
    'setSynchronizeKeychain',
    'internalGetItem',
    'internalSetItem',
    'internalRemoveItem',
    'internalClearItemsWithPrefix',
    'internalGetPrefixedKeys',
  ],
  App: ['getLaunchUrl', 'minimizeApp', 'addListener', 'removeListener'],
  Browser: ['open', 'close', 'addListener'],
  Filesystem: ['writeFile', 'appendFile', 'getUri', 'rmdir'],
  Share: ['share'],
  Badge: ['set', 'clear'],
  SystemBars: ['setStyle'],
  FirebaseMessaging: [
    'requestPermissions',
    'getToken',
    'deleteToken',
    'removeAllDeliveredNotifications',
    'addListener',
  ],
}

export const TOKEN = 'a-token-of-firebase'
/** Errors of the plugin on Android. Source: Firebase's FirebaseApp.getInstance and GmsRpc. */
const noToken = {
  notBuilt:
    'Default FirebaseApp is not initialized in this process com.pursuit.app. Make sure to call FirebaseApp.initializeApp(Context) first.',
  silent: 'java.io.IOException: SERVICE_NOT_AVAILABLE',
}

/** Headers that native code gives the bridge: the methods of each plugin, and how they return. */
const headers = Object.entries(methods).map(([name, names]) => ({
  name,
  methods: names.map((method) => ({ name: method, rtype: method === 'addListener' ? 'callback' : 'promise' })),
}))

export const firmField = (page: Page) => page.getByLabel('Work email or address')

export async function chooseFirm(page: Page, typed: string): Promise<void> {
  await firmField(page).fill(typed)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Opens the app with Dana's session in its secure store, on the landing page. Signing in has its own tests. */
export async function openSignedIn(page: Page, app: App): Promise<Phone> {
  const phone = await aPhone(page)
  const answer = await fetch(`${app.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'mobile', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ email: app.people.dana, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  phone.secure.set('pursuit_session', await answer.text())
  phone.secure.set('pursuit_server', app.url)
  await page.goto(ORIGIN)
  await expect(page.getByRole('article').first()).toBeVisible()
  return phone
}

export async function aPhone(page: Page): Promise<Phone> {
  const files = await builtWrapper()
  const heard: PluginListener[] = []
  const phone: Phone = {
    asked: [],
    callsOf: (plugin, method) =>
      phone.asked.filter((one) => one.plugin === plugin && one.method === method).map(({ options }) => options),
    secure: new Map(),
    permission: 'granted',
    firebase: 'there',
    sheet: 'used',
    async tell(plugin, event, told) {
      for (const { callbackId } of heard.filter((one) => one.plugin === plugin && one.event === event))
        await page.evaluate(
          ([id, data]) =>
            (
              globalThis as never as { androidBridge: { onmessage: (event: { data: string }) => void } }
            ).androidBridge.onmessage({
              data: JSON.stringify({ callbackId: id, success: true, save: true, data }),
            }),
          [callbackId, told] as const,
        )
    },
  }
  // The test's server is on this machine, which Chromium protects from pages of other origins.
  await page.context().grantPermissions(['local-network-access'])
  await page.exposeFunction('toNative', (text: string) => {
    const { callbackId, pluginId: plugin, methodName: method, options } = JSON.parse(text) as Call
    phone.asked.push({ plugin, method, options })
    // A listener gets its response when there is an event.
    if (method === 'addListener') {
      heard.push({ plugin, event: options.eventName ?? '', callbackId })
      return null
    }
    return { callbackId, ...answerOf(phone, plugin, method, options) }
  })
  await page.addInitScript({ content: `(${native})(${JSON.stringify(headers)});${readFileSync(bridge, 'utf8')}` })
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    // Serves like Capacitor: a path without a dot is a screen.
    const file = pathname.includes('.') ? pathname : '/index.html'
    return route.fulfill({ path: join(files, decodeURIComponent(file)) }).catch(() => route.fulfill({ status: 404 }))
  })
  // A reloaded page registers its listeners again.
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) heard.length = 0
  })
  return phone
}

function answerOf(phone: Phone, plugin: string, method: string, options: Record<string, string>) {
  const { prefixedKey = '', data = '', prefix = '' } = options
  const good = (said: object = {}) => ({ success: true, data: said })
  switch (`${plugin}.${method}`) {
    case 'SecureStorage.internalGetItem':
      return good({ data: phone.secure.get(prefixedKey) ?? null })
    case 'SecureStorage.internalSetItem':
      phone.secure.set(prefixedKey, data)
      return good()
    case 'SecureStorage.internalRemoveItem':
      return good({ success: phone.secure.delete(prefixedKey) })
    case 'SecureStorage.internalGetPrefixedKeys':
      return good({ keys: [...phone.secure.keys()].filter((key) => key.startsWith(prefix)) })
    case 'FirebaseMessaging.requestPermissions':
      return good({ receive: phone.permission })
    case 'FirebaseMessaging.getToken':
      return phone.firebase === 'there'
        ? good({ token: TOKEN })
        : { success: false, error: { message: noToken[phone.firebase] } }
    case 'Filesystem.getUri':
      return good({ uri: `file:///cache/${options.path}` })
    case 'Share.share':
      return phone.sheet === 'used' ? good() : { success: false, error: { message: 'Share canceled' } }
    case 'Filesystem.rmdir':
      return { success: false, error: { message: 'There is no such folder.' } }
    default:
      return good()
  }
}

/** Runs in the page: defines what the Android app injects before anything else. */
function native(headers: unknown): void {
  const page = globalThis as unknown as {
    Capacitor: object
    WEBVIEW_SERVER_URL: string
    toNative: (text: string) => Promise<unknown>
    androidBridge: { postMessage: (text: string) => void; onmessage?: (event: { data: string }) => void }
  }
  page.Capacitor = { DEBUG: false, isLoggingEnabled: false, PluginHeaders: headers, Plugins: {} }
  page.WEBVIEW_SERVER_URL = 'https://localhost'
  page.androidBridge = {
    postMessage: (text) =>
      void page
        .toNative(text)
        .then((answer) => answer && page.androidBridge.onmessage?.({ data: JSON.stringify(answer) })),
  }
}
