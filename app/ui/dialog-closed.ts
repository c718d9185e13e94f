/** Sent once a modal dialog has closed, before its markup is removed. */
export const dialogClosed = "dialog-closed"
