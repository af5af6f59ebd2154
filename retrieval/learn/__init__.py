"""Measuring and learning: metrics, tuning, calibration."""
