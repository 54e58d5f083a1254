const strictPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** No page uses them, and an injected script must not either. */
const disabledFeatures = [
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

const headers = {
  'content-security-policy': strictPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not 'no-referrer', with which sign-in forms would be posted with 'Origin: null'. Public pages set that themselves.
  'referrer-policy': 'same-origin',
  // The app opens print popups, and the pay page opens PayPal's window.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': disabledFeatures.map((name) => `${name}=()`).join(', '),
  'x-permitted-cross-domain-policies': 'none',
  // Cacheable responses (built files, images with an ETag) override this.
  'cache-control': 'no-store',
}
const headersWithTls = { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export const getSecurityHeaders = (publicUrl: URL): Readonly<Record<string, string>> =>
  publicUrl.protocol === 'https:' ? headersWithTls : headers
