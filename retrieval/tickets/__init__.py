"""Where tickets of drops are opened: one file a tracker."""
