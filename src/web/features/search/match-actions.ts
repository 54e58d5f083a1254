import type { LucideIcon } from 'lucide-react'
import { foldText } from './fold-text.ts'

export type SearchablePage = { path: string; title: string; icon?: LucideIcon }

export type Action = {
  label: string
  /** Other words that find it. */
  keywords?: string
  icon: LucideIcon
  keys?: string | undefined
  run: () => void
}

const splitWords = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** In their order: 'ninv' for 'New invoice'. */
const abbreviates = (letters: string, [word, ...rest]: readonly string[]): boolean => {
  if (letters === '') return true
  if (word === undefined) return false
  for (let length = 1; length <= letters.length && word.startsWith(letters.slice(0, length)); length++)
    if (abbreviates(letters.slice(length), rest)) return true
  return abbreviates(letters, rest)
}

/** Each word begins one of its words or is the plural of one, or (`short`) the typed letters abbreviate it. */
export const matchAction = (typed: string, { label, keywords = '' }: Pick<Action, 'label' | 'keywords'>): 'words' | 'short' | undefined => {
  const words = splitWords(typed)
  if (words.length === 0) return undefined
  const own = splitWords(`${label} ${keywords}`)
  if (words.every((word) => own.some((each) => each.startsWith(word) || `${each}s` === word))) return 'words'
  return words.length === 1 && words[0]!.length > 1 && abbreviates(words[0]!, splitWords(label)) ? 'short' : undefined
}

export type Intent = { action: 'payment' | 'send' | undefined; searched: string }

const verbs: Readonly<Record<string, Intent['action']>> = {
  payment: 'payment',
  pay: 'payment',
  send: 'send',
  email: 'send',
}
const fillers = new Set(['record', 'a', 'for', 'to', 'of', 'invoice', 'estimate', 'from'])

/** Splits 'record payment for acme'; a text without such a verb is searched as it is. */
export const parseIntent = (typed: string): Intent => {
  const words = typed.trim().split(/\s+/)
  let action: Intent['action']
  let at = 0
  for (; at < words.length; at++) {
    const word = foldText(words[at]!)
    if (verbs[word] && !action) action = verbs[word]
    else if (!fillers.has(word)) break
  }
  return action ? { action, searched: words.slice(at).join(' ') } : { action, searched: typed.trim() }
}
