### Words of all pages.

list-and = { $most } and { $last }
seat-letter = seat { $seat }
