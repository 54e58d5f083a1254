import { expect, test } from 'vitest'
import { logoRefusal } from './logo-field.tsx'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })
const only = "can't be the logo: only a PNG, JPEG, WebP, GIF or AVIF image can."

test.each([
  [[file('logo.png', 'image/png')], undefined],
  [[file('logo.avif', 'image/avif', 5_242_880)], undefined],
  [[file('logo.AVIF', '')], undefined],
  [[file('logo.png', 'image/png', 5_242_881)], 'logo.png is 5.0 MB. A logo can be at most 5 MB.'],
  [[file('logo.svg', 'image/svg+xml')], `logo.svg ${only}`],
  [[file('brief.pdf', 'application/pdf', 9_000_000)], `brief.pdf ${only}`],
  [[file('setup.exe', '')], `setup.exe ${only}`],
  [[file('a.png', 'image/png'), file('b.png', 'image/png')], 'Choose one image for the logo.'],
])('%j', (files, words) => expect(logoRefusal(files)).toBe(words))
