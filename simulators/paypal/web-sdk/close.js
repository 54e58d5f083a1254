// The approval is done: the page that opened this window sees that it is gone. A window that may not close itself stays and says so.
window.close()
