import { Button } from '#web/ui/button.tsx'

type Props = {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }
}

export const LoadMore = ({ pages: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } }: Props) => {
  if (!hasNextPage) return null
  return (
    <div className="mt-4 flex flex-col items-center gap-2 text-center">
      {isFetchNextPageError && (
        <p role="alert" className="text-danger text-sm">
          Couldn't load more.
        </p>
      )}
      <Button variant="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
