type Bridge = {
  androidBridge?: unknown
  webkit?: { messageHandlers?: { bridge?: unknown } }
}

/** The native shell injects its bridge before the page's first script. */
export const detectPlatform = ({ androidBridge, webkit }: Bridge): 'web' | 'ios' | 'android' =>
  androidBridge ? 'android' : webkit?.messageHandlers?.bridge ? 'ios' : 'web'

export const platform = detectPlatform(typeof window === 'undefined' ? {} : (window as Bridge))
