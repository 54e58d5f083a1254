import { App } from '@capacitor/app'
import type { LinkHandler } from './native-interface.ts'

/** The launch URL is reported again after each reload; it is handled once. */
const handledKey = 'billfold.launch-link'
/** Some systems report the launch URL in both ways. */
const sameLinkMs = 3000

const handlers: LinkHandler[] = []
let waiting: string | undefined
let last = { link: '', at: 0 }
let isListening = false

const dispatch = (link: string) => {
  if (!handlers.some((handler) => handler(link))) waiting = link
}

const receive = (link: string) => {
  if (link === last.link && Date.now() - last.at < sameLinkMs) return
  last = { link, at: Date.now() }
  dispatch(link)
}

const listen = async () => {
  isListening = true
  void App.addListener('appUrlOpen', ({ url }) => receive(url))
  const launch = await App.getLaunchUrl()
  if (!launch?.url || sessionStorage.getItem(handledKey) === launch.url) return
  sessionStorage.setItem(handledKey, launch.url)
  receive(launch.url)
}

export const onLink = (handler: LinkHandler): (() => void) => {
  handlers.unshift(handler)
  if (!isListening) void listen()
  else if (waiting && handler(waiting)) waiting = undefined
  return () => {
    handlers.splice(handlers.indexOf(handler), 1)
  }
}
