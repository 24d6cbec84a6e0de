-- contract: since 0128: processes from before version 1.0.0 used these names.
drop view if exists guesses, passkey_asks, set_up;
