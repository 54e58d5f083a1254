import { App } from '@capacitor/app'
import type { LinkHandler } from './native.ts'

/** The link that started the app is told again after each reload of the page; it is taken once. */
const takenKey = 'billfold.launch-link'
/** Some systems tell of the link that started the app in both ways. */
const sameLinkMs = 3000

const handlers: LinkHandler[] = []
let waiting: string | undefined
let last = { link: '', at: 0 }
let isListening = false

const dispatch = (link: string) => {
  if (!handlers.some((handler) => handler(link))) waiting = link
}

const arrived = (link: string) => {
  if (link === last.link && Date.now() - last.at < sameLinkMs) return
  last = { link, at: Date.now() }
  dispatch(link)
}

const listen = async () => {
  isListening = true
  void App.addListener('appUrlOpen', ({ url }) => arrived(url))
  const launch = await App.getLaunchUrl()
  if (!launch?.url || sessionStorage.getItem(takenKey) === launch.url) return
  sessionStorage.setItem(takenKey, launch.url)
  arrived(launch.url)
}

/** Hands over the links that the system opens the app with; see `Native`. */
export const onLink = (handler: LinkHandler): (() => void) => {
  handlers.unshift(handler)
  if (!isListening) void listen()
  else if (waiting && handler(waiting)) waiting = undefined
  return () => {
    handlers.splice(handlers.indexOf(handler), 1)
  }
}
