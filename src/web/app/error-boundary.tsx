import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** A file of the app that is gone (a new version was installed) comes back only with a fresh page. */
const isMissingFile = (error: Error) => /dynamically imported module|module script failed|error loading|preload CSS/i.test(error.message)

/** Keeps a broken page from taking the app with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  retry = () => {
    if (this.state.error && isMissingFile(this.state.error)) location.reload()
    else this.setState({ error: undefined })
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div role="alert" className="flex flex-col items-center gap-1 px-4 py-20 text-center">
        <h2 className="font-semibold text-lg">This page stopped working</h2>
        <p className="max-w-md text-muted text-sm">Nothing that you saved is lost. Try again; if it stays so, reload the page.</p>
        <Button variant="secondary" className="mt-4" onClick={this.retry}>
          Try again
        </Button>
      </div>
    )
  }
}
