/** The camera may not be used; the message is a sentence for whoever wanted to. */
export class CameraPermissionError extends Error {
  constructor() {
    super('Billfold may not use the camera. Allow it in the settings of your phone, then try again.')
    this.name = 'CameraRefused'
  }
}
