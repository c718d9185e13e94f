@rem The scripts of package.json begin with `exec`, so that a signal sent to npm reaches the program and not a shell
@rem between them. Windows has no such word and no such signals: here it only runs what follows.
@%*
