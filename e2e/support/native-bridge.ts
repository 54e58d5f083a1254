import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'

/** A call from a page to the native side of the shell. */
export type NativeCall = { plugin: string; method: string; options: Record<string, unknown> }
/** The native side's responses by 'Plugin.method': the result data, or an error message. */
export type NativeAnswers = Record<string, { data?: object; error?: string }>

const bridgeFile = import.meta.resolve('@capacitor/android/capacitor/src/main/assets/native-bridge.js')
const bridgeSource = readFileSync(new URL(bridgeFile), 'utf8')

/** The plugins and methods that the Android shell declares before the page's first script runs. */
const plugins = {
  App: ['exitApp', 'minimizeApp', 'getLaunchUrl', 'getState'],
  Browser: ['open', 'close'],
  Camera: ['getPhoto', 'checkPermissions', 'requestPermissions'],
  Filesystem: ['writeFile', 'appendFile', 'getUri'],
  Haptics: ['impact'],
  Share: ['canShare', 'share'],
  StatusBar: ['setStyle', 'setBackgroundColor'],
}
const listening = [{ name: 'addListener' }, { name: 'removeListener' }, { name: 'removeAllListeners', rtype: 'promise' }]
const headers = Object.entries(plugins).map(([name, methods]) => ({
  name,
  methods: [...methods.map((method) => ({ name: method, rtype: 'promise' })), ...listening],
}))

type Message = { callbackId: string; pluginId: string; methodName: string; options: Record<string, unknown> }
type InPage = typeof globalThis & {
  Capacitor: object
  androidBridge: { postMessage: (text: string) => void; onmessage?: (event: { data: string }) => void }
  callNativeSide: (call: NativeCall) => Promise<{ data?: object; error?: string }>
  listeners: Record<string, string[]>
}

/**
 * Simulates the Android shell for every page of the context: with Capacitor's real bridge script, and a simulated native side that records all calls.
 * Call this before a page is opened.
 */
export const simulateNativeShell = async (context: BrowserContext, answers: NativeAnswers = {}) => {
  const calls: NativeCall[] = []
  const known: NativeAnswers = { ...answers }
  await context.exposeFunction('callNativeSide', (call: NativeCall) => {
    calls.push(call)
    const written = { data: { uri: `file:///storage/${call.options.directory}/${call.options.path}` } }
    return known[`${call.plugin}.${call.method}`] ?? (call.method === 'writeFile' ? written : {})
  })
  await context.addInitScript((pluginHeaders) => {
    const page = globalThis as InPage
    page.listeners = {}
    page.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {}, PluginHeaders: pluginHeaders }
    page.androidBridge = {
      postMessage: (text) => {
        const { callbackId, pluginId, methodName, options } = JSON.parse(text) as Message
        if (methodName === 'addListener') {
          const event = `${pluginId}.${String(options.eventName)}`
          page.listeners[event] = [...(page.listeners[event] ?? []), callbackId]
          return
        }
        if (methodName === 'removeListener') return
        void page.callNativeSide({ plugin: pluginId, method: methodName, options }).then(({ data, error }) => {
          const result = error === undefined ? { success: true, data } : { success: false, error: { message: error } }
          page.androidBridge.onmessage?.({ data: JSON.stringify({ callbackId, pluginId, methodName, ...result }) })
        })
      },
    }
  }, headers)
  await context.addInitScript(bridgeSource)

  return {
    calls,
    /** Returns the options of all calls to one method. */
    of: (name: string) => calls.filter(({ plugin, method }) => `${plugin}.${method}` === name).map(({ options }) => options),
    /** Sets the response to later calls of this method. */
    answer: (name: string, reply: NativeAnswers[string]) => {
      known[name] = reply
    },
    /** Sends a system event to the page, e.g. 'App.backButton' or 'App.appUrlOpen'. Returns the number of listeners. */
    fire: (page: Page, name: string, data: object = {}) =>
      page.evaluate(
        ({ name, data }) => {
          const { listeners, androidBridge } = globalThis as InPage
          for (const callbackId of listeners[name] ?? [])
            androidBridge.onmessage?.({ data: JSON.stringify({ callbackId, success: true, data, save: true }) })
          return (listeners[name] ?? []).length
        },
        { name, data },
      ),
  }
}
