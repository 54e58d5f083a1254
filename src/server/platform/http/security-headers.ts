/** What an answer may load that is no page: nothing. Pages bring policies of their own. */
const nothingPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** What no page here uses, and no script that got in anyway shall. */
const unused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const always = {
  'content-security-policy': nothingPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Pages that a link alone opens say 'no-referrer'. With that, forms of the sign-in would post with 'Origin: null'.
  'referrer-policy': 'same-origin',
  // The print popups of papers are opened by this origin's own pages, and PayPal's window by the pay page.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unused.map((name) => `${name}=()`).join(', '),
  'x-permitted-cross-domain-policies': 'none',
  // What may be kept says so itself: built files, and pictures with a tag.
  'cache-control': 'no-store',
}
const behindTls = { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** What every answer carries, whatever it is and whoever makes it. A part that knows better sets a header of its own afterwards. */
export const getSecurityHeaders = (publicUrl: URL): Readonly<Record<string, string>> =>
  publicUrl.protocol === 'https:' ? behindTls : always
