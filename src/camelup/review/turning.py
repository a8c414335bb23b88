class TurningPoint: pass
def turning_points(): pass
