# Accounts, moving to another device, personal data.
