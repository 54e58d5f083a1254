const api = new URL('../v1/', import.meta.url)

const append = (form, name, value) => {
  if (value === undefined || value === null) return
  if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner)
  else form.append(name, String(value))
}
const formOf = (params) => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) append(form, name, value)
  return form
}

/** 'pi_1_secret_2' -> 'pi_1' */
export const intentId = (clientSecret) => String(clientSecret).split('_secret_')[0]

/** Calls the sandbox about the payment of a client secret: `action` is '', 'confirm' or 'challenge'. Resolves to { paymentIntent } or { error }. */
export const ask = async (key, clientSecret, action = '', params = {}) => {
  const url = new URL(`payment_intents/${encodeURIComponent(intentId(clientSecret))}${action === '' ? '' : `/${action}`}`, api)
  const form = formOf({ key, client_secret: clientSecret, ...params })
  try {
    if (action === '') url.search = form.toString()
    const answer = await fetch(url, action === '' ? {} : { method: 'POST', body: form })
    const told = await answer.json()
    if (!answer.ok) return { error: told.error ?? { type: 'api_error', message: `The card sandbox answered ${answer.status}.` } }
    return { paymentIntent: told }
  } catch {
    return {
      error: { type: 'api_connection_error', message: 'The card sandbox could not be reached. Check your connection and try again.' },
    }
  }
}
