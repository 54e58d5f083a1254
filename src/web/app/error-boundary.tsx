import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

/** A file of the app that is gone (a new version was installed) comes back only with a fresh page. */
const isMissingFile = (error: Error) => /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)

/** Without a server, a reload would leave the browser's own page of errors, and no way back. */
const reloadIfReached = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => location.reload(),
    () => undefined,
  )

/** Keeps a broken page from taking the app with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  get isMissing() {
    return this.state.error !== undefined && isMissingFile(this.state.error)
  }

  retry = () => {
    if (this.isMissing) void reloadIfReached()
    else this.setState({ error: undefined })
  }

  comeBack = () => {
    if (this.isMissing) void reloadIfReached()
  }

  override componentDidMount() {
    window.addEventListener('online', this.comeBack)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.comeBack)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div role="alert" className="flex flex-col items-center gap-1 px-4 py-20 text-center">
        <h2 className="font-semibold text-lg">{this.isMissing ? 'This page could not be loaded' : 'This page stopped working'}</h2>
        <p className="max-w-md text-muted text-sm">
          Nothing that you saved is lost.{' '}
          {this.isMissing
            ? 'Check your connection, then try again. The page comes by itself when you are back online.'
            : 'Try again; if it stays so, reload the page.'}
        </p>
        <Button variant="secondary" className="mt-4" onClick={this.retry}>
          Try again
        </Button>
      </div>
    )
  }
}
