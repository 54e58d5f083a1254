const api = new URL('../v1/', import.meta.url)

const appendField = (form, name, value) => {
  if (value === undefined || value === null) return
  if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) appendField(form, `${name}[${key}]`, inner)
  else form.append(name, String(value))
}
const toForm = (params) => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) appendField(form, name, value)
  return form
}

/** 'pi_1_secret_2' -> 'pi_1' */
const getIntentId = (clientSecret) => String(clientSecret).split('_secret_')[0]

/** Reads, confirms ('confirm') or answers the challenge ('challenge') of a client secret's payment. Resolves to { paymentIntent } or { error }. */
export const callApi = async (key, clientSecret, action = '', params = {}) => {
  const url = new URL(`payment_intents/${encodeURIComponent(getIntentId(clientSecret))}${action === '' ? '' : `/${action}`}`, api)
  const form = toForm({ key, client_secret: clientSecret, ...params })
  try {
    if (action === '') url.search = form.toString()
    const response = await fetch(url, action === '' ? {} : { method: 'POST', body: form })
    const body = await response.json()
    if (!response.ok)
      return { error: body.error ?? { type: 'api_error', message: `The card sandbox responded with status ${response.status}.` } }
    return { paymentIntent: body }
  } catch {
    return {
      error: { type: 'api_connection_error', message: 'The card sandbox could not be reached. Check your connection and try again.' },
    }
  }
}
