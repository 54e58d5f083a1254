/**
 * Pays on the simulator's hosted checkout page as a browser without scripts does: reads the form and posts it.
 * @returns where the page redirects the customer; null when it shows a message instead
 */
export const payAtCheckout = async (url: string, card: string): Promise<{ location: string | null; status: number; html: string }> => {
  const page = await (await fetch(url)).text()
  const form = /<form[^>]*method="post"[^>]*>/i.exec(page)?.[0]
  if (!form) return { location: null, status: 200, html: page }
  const action = /action="([^"]*)"/.exec(form)?.[1]
  const names = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)].map(
    ([tag, name]) => [name!, /value="([^"]*)"/.exec(tag)?.[1] ?? ''] as const,
  )
  const getFieldValue = (name: string, preset: string) =>
    /card|number/i.test(name) && !/name/i.test(name)
      ? card
      : /exp/i.test(name)
        ? '12 / 40'
        : /cvc/i.test(name)
          ? '123'
          : /email/i.test(name)
            ? preset || 'a@example.com'
            : preset || 'Ann Customer'
  const body = new URLSearchParams(names.map(([name, preset]) => [name, getFieldValue(name, preset)] as [string, string]))
  const reply = await fetch(action ? new URL(action.replaceAll('&amp;', '&'), url) : url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: new URL(url).origin },
  })
  return { location: reply.headers.get('location'), status: reply.status, html: await reply.text() }
}
