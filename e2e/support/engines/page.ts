import { expect } from '@playwright/test'
import { findElement, type Step } from './find-element.ts'

/** What a browser needs to do for a `Page`. Both protocols take actions in the same form. */
export type Connection = {
  goto(url: string): Promise<void>
  /** Evaluates an expression that gives a string or undefined. */
  run(expression: string): Promise<string | undefined>
  act(actions: object[]): Promise<void>
  windows(): Promise<string[]>
  switchTo(window: string): Promise<void>
  screenshot(): Promise<Buffer>
  /** The errors of the console so far, as far as the protocol tells. */
  problems(): Promise<string[]>
  close(): Promise<void>
}

export type Engine = {
  name: string
  /** Debian's packages of it. */
  packages: string
  isInstalled: boolean
  launch(viewport: { width: number; height: number }): Promise<Connection>
}

const codes: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

const timeout = 15_000

/** A window or an element in it, where elements are looked for. */
abstract class Scope {
  protected abstract readonly page: Page
  protected abstract readonly steps: Step[]

  /** Names are whole, texts are parts; of several that fit, the first visible one is meant. */
  getByRole(role: string, name?: string | RegExp): Locator {
    return new Locator(this.page, [...this.steps, { by: 'role', role, ...toFind(name) }])
  }
  getByLabel(name: string | RegExp): Locator {
    return new Locator(this.page, [...this.steps, { by: 'label', ...toFind(name) }])
  }
  getByText(text: string | RegExp): Locator {
    return new Locator(this.page, [...this.steps, { by: 'text', ...toFind(text) }])
  }
}

const toFind = (name: string | RegExp | undefined) =>
  name instanceof RegExp ? { pattern: name.source } : name === undefined ? {} : { name }

/** An element, looked for anew at each use; the methods wait for it and are named as Playwright's. */
class Locator extends Scope {
  protected readonly page: Page
  protected readonly steps: Step[]
  constructor(page: Page, steps: Step[]) {
    super()
    this.page = page
    this.steps = steps
  }

  #find() {
    return this.page.evaluate(findElement, this.steps)
  }
  #toString() {
    return this.steps.map(({ by, role, name, pattern }) => `${role ?? by} ${name ?? pattern ?? ''}`).join(' > ')
  }
  async #found() {
    const found: Awaited<ReturnType<typeof findElement>>[] = []
    await expect(async () => {
      found[0] = await this.#find()
      expect(found[0], `${this.#toString()} is visible`).not.toBeNull()
    }).toPass({ timeout, intervals: [50] })
    return found[0]!
  }

  async waitFor() {
    await this.#found()
  }
  async waitForHidden() {
    await expect.poll(this.#find.bind(this), { message: `${this.#toString()} is gone`, timeout, intervals: [50] }).toBeNull()
  }
  async value() {
    return (await this.#found()).value
  }
  /** The address of an image. */
  async source() {
    return (await this.#found()).source
  }
  async isFocused() {
    return (await this.#found()).isFocused
  }

  /** Clicks where a pointer meets the element: when it stands still, is enabled and nothing covers it. */
  async click() {
    let last = ''
    await expect(async () => {
      const found = await this.#find()
      const now = JSON.stringify(found?.point)
      const isStill = now === last
      last = now
      expect(found, `${this.#toString()} is visible`).not.toBeNull()
      expect(found!.obstacle, `what keeps ${this.#toString()} from a click`).toBe('')
      expect(isStill, `${this.#toString()} stands still`).toBe(true)
    }).toPass({ timeout, intervals: [50] })
    const { x, y } = JSON.parse(last) as { x: number; y: number }
    await this.page.act('pointer', [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }

  /** Replaces the value as a user does, key by key. */
  async fill(text: string) {
    await this.click()
    await expect.poll(() => this.isFocused(), { message: `${this.#toString()} has the focus`, timeout, intervals: [50] }).toBe(true)
    await this.page.press('Control+a')
    await (text ? this.page.type(text) : this.page.press('Backspace'))
  }
}

/** A window of another browser, with the few methods of Playwright's page that the stories need. */
export class Page extends Scope {
  protected readonly page = this
  protected readonly steps = []
  readonly #connection: Connection
  readonly #origin: string
  constructor(connection: Connection, origin: string) {
    super()
    this.#connection = connection
    this.#origin = origin
  }

  goto(path: string) {
    return this.#connection.goto(new URL(path, this.#origin).href)
  }
  /** Runs a function in the page; its arguments and result are JSON. */
  async evaluate<A extends unknown[], R>(work: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const result = await this.#connection.run(`JSON.stringify((${work})(...${JSON.stringify(args)}))`)
    return (result === undefined ? undefined : JSON.parse(result)) as Awaited<R>
  }
  act(type: 'key' | 'pointer', actions: object[]) {
    return this.#connection.act([{ type, id: type, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }), actions }])
  }
  type(text: string) {
    return this.act(
      'key',
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )
  }
  /** @param keys such as `Control+Enter` */
  press(keys: string) {
    const values = keys.split('+').map((key) => codes[key] ?? key)
    return this.act('key', [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ])
  }
  /** Does what opens a window, and goes on in that window. */
  async followWindow(open: () => Promise<void>) {
    const before = await this.#connection.windows()
    await open()
    let opened: string | undefined
    await expect(async () => {
      opened = (await this.#connection.windows()).find((window) => !before.includes(window))
      expect(opened, 'a new window').toBeDefined()
    }).toPass({ timeout, intervals: [50] })
    await this.#connection.switchTo(opened!)
  }
  screenshot() {
    return this.#connection.screenshot()
  }
}
