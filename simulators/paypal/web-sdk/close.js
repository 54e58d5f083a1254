// The opener notices that the window is closed. If the browser does not allow it, the page's text remains.
window.close()
