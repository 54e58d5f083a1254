import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'

/** A new version was deployed: only a page reload gets the chunk. */
const isMissingFile = (error: Error) => /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)

/** Offline, a reload would replace the app with the browser's error page. */
const reloadIfReachable = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => location.reload(),
    () => undefined,
  )

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  get isMissing() {
    return this.state.error !== undefined && isMissingFile(this.state.error)
  }

  retry = () => {
    if (this.isMissing) void reloadIfReachable()
    else this.setState({ error: undefined })
  }

  retryWhenOnline = () => {
    if (this.isMissing) void reloadIfReachable()
  }

  override componentDidMount() {
    window.addEventListener('online', this.retryWhenOnline)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retryWhenOnline)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div role="alert" className="flex flex-col items-center gap-1 px-4 py-20 text-center">
        <h2 className="font-semibold text-lg">{this.isMissing ? 'This page could not be loaded' : 'This page stopped working'}</h2>
        <p className="max-w-md text-muted text-sm">
          Your saved data is safe.{' '}
          {this.isMissing
            ? 'Check your connection, then try again. The page loads automatically when you are back online.'
            : 'Try again. If the problem persists, reload the page.'}
        </p>
        <Button variant="secondary" className="mt-4" onClick={this.retry}>
          Try again
        </Button>
      </div>
    )
  }
}

type Props = { title: string; waiting: ReactNode; children: ReactNode }

export const PageFrame = ({ title, waiting, children }: Props) => {
  useEffect(() => {
    document.title = title ? `${title} · Billfold` : 'Billfold'
  }, [title])
  return (
    <ErrorBoundary>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}
