/** Returns the file name from the Content-Disposition header. */
export const getResponseFileName = (response: Response): string | undefined =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
