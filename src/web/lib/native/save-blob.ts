import { fetchFile } from './fetch-file.ts'
import { native } from './native.ts'

/** @throws Error when that failed */
export const saveBlob = (fileName: string, content: Blob): Promise<void> => native.exportFile(fileName, content)

/** Unlike a plain link, an error is thrown instead of shown or saved. @throws ApiError when refused, TypeError when unreachable */
export const downloadFile = async (url: string, otherwise: string): Promise<void> => saveBlob(...(await fetchFile(url, otherwise)))
