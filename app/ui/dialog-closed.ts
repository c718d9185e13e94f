/** Sent to the document as soon as a modal dialog has closed, before its markup goes. */
export const dialogClosed = "dialog-closed"
